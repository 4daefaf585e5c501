## The bar

page-desk = Desk
page-analysis = Analysis
page-compare = Compare
page-pipeline = Pipeline
page-support = Support
page-review = Review
page-settings = Settings
bar-pages = Main
bar-data-to = Data to { $date }
bar-rail = Show or hide conversations
skip-to-content = Skip to content
connection-live = Live
connection-waiting = Reconnecting
connection-offline = Offline
theme-system = Theme: as the system
theme-light = Theme: light
theme-dark = Theme: dark

## The pages under "Settings"

page-model = Model
page-mail = Mail and webhook
page-provider = Sign-in
page-words = Words
page-memory = Memory
page-watches = Watched figures
page-sources = Sources
page-import = Import
page-documents = Documents
page-tools = Tools
page-privacy = Privacy
page-accounts = Accounts
page-audit = Audit

## Who is using the page, and which customers they see

who-account = Account:
who-local = Local, no sign-in
who-sees-none = You see no customers yet. Ask an admin which ones are yours.
who-sees-one = You see the customer { $id }.
# $which has names of managers and the two texts below, with semicolons between.
who-sees = You see the customers of: { $which }.
who-segments = { $count ->
    [0] { "" }
    [one] segment { $names }
   *[other] segments { $names }
}
who-regions = { $count ->
    [0] { "" }
    [one] region { $names }
   *[other] regions { $names }
}

## What waits for a person

# Both after a number, as in "3 waiting for you"; on narrow screens without the second.
waiting-short = waiting
waiting-more = for you
waiting-title = Waiting for you
waiting-until = Decide by { $time }

## The list of conversations

rail-title = Conversations
rail-new = New question
rail-search = Search conversations
rail-none = Questions that you ask are kept here.
rail-found-none = No conversation contains these words.
rail-older = Older conversations
rail-options = Options
rail-options-of = Options for { $title }
rail-questions = { $count ->
    [one] { $count } question
   *[other] { $count } questions
}
rail-questions-running = { rail-questions }, running

## When something is in the way

problem-not-found = Not found
problem-forbidden = Not allowed
problem-unauthenticated = Sign in to see this
problem-unavailable = Not available now
problem-too-many = Too much for now
problem-invalid = That request does not work
problem-conflict = No longer possible
problem-internal = Something failed
sign-in = Sign in
sign-in-token = Admin token
no-page = Page not found
no-page-why = The address may be mistyped, or the page was deleted.
no-page-desk = Go to the desk
no-page-review = Go to review

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

# $folder is a path.
not-built = These pages have no style and no scripts, because { $folder } is not built. Stop Plumbline and run “make run”, or set LEPTOS_SITE_ROOT to a folder that is built.
