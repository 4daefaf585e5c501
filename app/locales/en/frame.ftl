## The bar

page-desk = Desk
page-analysis = Analysis
page-compare = Compare
page-pipeline = Pipeline
page-support = Support
page-review = Review
page-settings = Settings
bar-skip = Skip to content
# The name of the navigation.
bar-pages = Main
bar-fold = Show or hide conversations
bar-theme = Theme: { $theme ->
    [light] light
    [dark] dark
   *[system] as the system
}
bar-data-to = Data to { $day }
connection = { $state ->
    [waiting] Reconnecting
    [offline] Offline
   *[live] Live
}

## Keys
keys-new = new question
keys-find = to the question, or to search
keys-ask = ask
keys-line = new line
keys-stop = stop the run; close what is open
keys-trace = fold or open the trace
keys-rail = fold or open the conversations
keys-play = play or pause a recorded conversation
keys-step = its next step
keys-next = next session
keys-previous = previous session
keys-back = back to the list
keys-good = good
keys-partly = partly
keys-bad = bad; 1 to 6 say why, 7 to 0 where
keys-save = save and next
keys-case = make a case of the turn
keys-title = Keys
keys-single = Single-key shortcuts work outside text fields

## The choice of the language

language = Language
language-use = Use

## The list of conversations

rail-title = Conversations
# The key "n" stands after it.
rail-new = New question
rail-nothing-found = No conversation contains these words.
rail-empty = Questions that you ask are kept here.
rail-recorded = Recorded with a model
rail-pinned = Pinned
rail-questions = { $count ->
    [one] { $count } question
   *[other] { $count } questions
}{ $running ->
    [yes] , running
   *[no] { "" }
}
rail-options = Options
rail-options-for = Options for { $title }
rail-older = Older conversations
rail-search = Search conversations

## What waits for a decision

# "3 waiting for you"; the number stands before, and a narrow screen shows the first word alone.
waiting = waiting
waiting-for-you = for you
waiting-title = Waiting for you
waiting-by = Decide by { $time }

## Errors, by their kind

problem-not-found = Not found
problem-forbidden = Not allowed
problem-unauthenticated = Sign in to see this
problem-unavailable = Not available now
problem-too-many = Too much for now
problem-invalid = That request does not work
problem-conflict = No longer possible
problem-internal = Something failed
sign-in = Sign in
admin-token = Admin token

## The pages under settings

settings-model = Model
settings-words = Words
settings-memory = Memory
settings-import = Import
settings-privacy = Privacy
settings-accounts = Accounts
settings-audit = Audit

## Who looks

who-local = Local, no sign-in
# The name of an account follows.
who-account = Account:
who-sees = You see { $what }.
who-sees-nobody = You see no customers yet. Ask an admin which ones are yours.

## The page for an address that leads nowhere

not-found-short = Not found
not-found-title = Page not found
not-found-why = The address may be mistyped, or the page was deleted.
not-found-desk = Go to the desk
not-found-review = Go to review
