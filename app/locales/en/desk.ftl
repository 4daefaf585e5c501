## Said in many places

desk-trace = Trace
desk-loading = Loading the conversation
desk-copy = Copy
desk-copied = Copied
desk-export = Export

## The desk before the first question

desk-title = What do you want to know?
desk-title-about = Every figure in the answer leads back to the record it came from.
# Said where the page is in another language.
desk-english-only = Without a model, questions are understood in English only.
desk-ask-first = Ask about your customers
desk-try = Try one of these
desk-try-before-call = Before a call, or on any day
desk-data-to = to { $date }
desk-answered-by = Answered by { $model }
desk-answered-by-rules = Answered by rules, without a model
desk-import-own = Import your own data
desk-no-data = There is no data yet
desk-no-data-how = An admin has to import some first.

## What waits for whoever opens the desk

desk-what-this-is = What this is
# $whose is such as "a made-up bank, to try the desk with", $much how many customers, messages and cases.
desk-newcomer = Ask in plain English about customers, what they write and what is open. The data: { $whose }, { $much }.
desk-newcomer-to = Ask in plain English about customers, what they write and what is open. The data: { $whose }, { $much }, to { $date }.
desk-recorded-list = Answered with a model, to be read
# $change is a number with its sign, $before what the figure was.
desk-changed = { $change } since { $date } ({ $before })
desk-changed-why = { $change } since { $date } ({ $before }): { $why }
desk-unchanged = Unchanged since { $date }
desk-all-of-them = All of them
desk-call-sheet = Call sheet

## Asking

desk-question = Question
desk-ask = Ask
desk-held = You are offline. The question is sent as soon as the connection is back.
# What stands on a chart and was clicked follows.
desk-about = About:
desk-about-drop = Remove { $what } from the question

## A conversation

desk-conversation = Conversation
desk-ask-follow-up = Ask a follow-up
desk-reconnecting-run = The run continues without this page.
desk-reconnecting-trace = The trace continues where it stopped, at step { $step }.
desk-try-now = Try now
desk-offline = You are offline
desk-offline-run = You can read what is open. A run continues without this page, and appears here when you are back online.

## What is open beside an answer

desk-beside = Opened beside the answer
desk-back-to-records = Back to the records
desk-full-page = Open the full page
desk-loading-records = Loading the records

## A recorded conversation, played

desk-recorded = Recorded conversation
# After "Recorded with a model".
desk-recorded-told = : { $model }, { $day }. Figures are as counted then. What you ask next is answered by the model or rules set up here.
desk-replay = Replay
desk-pause = Pause
desk-step = Step
desk-show-all = Show all
desk-events = { $count ->
    [one] { $count } event
   *[other] { $count } events
}
desk-event-of = Event { $n } of { $count }

## A conversation that was shared

desk-shared = Shared conversation
desk-shared-about = Shared to be read. Figures lead to the records they came from.
desk-shared-no-answer = No answer: the run is { $status ->
    [queued] queued
    [running] running
    [waiting] waiting
    [completed] completed
    [failed] failed
    [cancelled] cancelled
   *[interrupted] interrupted
}.

## A question and what came of it

desk-asked = Asked { $time }
desk-asked-about = About { $what }
desk-delayed = delayed
desk-writing = Writing the answer; not checked yet
desk-evidence = Evidence { $tier }, { $value }
desk-partial = partial answer
desk-without-model = without the model
desk-look-again = Look again
desk-stop = Stop
desk-stopping = Stopping
desk-further-charts = { $count ->
    [one] { $count } further chart
   *[other] { $count } further charts
}
desk-can-answer = Questions I can answer
desk-ask-next = Ask next

## How the question was understood

desk-understood = Understood as
# Words follow.
desk-not-understood = Not understood:
desk-part-carried = carried over
desk-part-assumed = assumed
desk-part-changed = changed by you
desk-part-measure = What is asked
desk-part-records = Records
desk-part-filter = Only
desk-part-period = Period
desk-part-grouping = Counted by
desk-part-by = by { $what }
desk-part-name = { $role }: { $part }
desk-part-can-change-or-remove = Change or remove
desk-part-can-change = Change
desk-part-from = From “{ $words }”
desk-part-from-before = From the question before
desk-part-from-none = Assumed: the question does not say it
# Said of words of the question that became no part.
desk-not-used = Not used
desk-part-type = Type to choose
desk-part-change = Change
desk-part-remove = Remove

## How a run ended that did not end well

desk-ended-answered = This is based on what was found before it stopped.
desk-ended-kept = { $count ->
    [0] Nothing was found before that.
    [one] One result is kept in the trace.
   *[other] { counted } results are kept in the trace.
}
desk-stopped = Stopped before the end
desk-stopped-advice = Run it again, or ask a narrower question.
desk-interrupted = Interrupted
desk-interrupted-why = The server stopped during this run.
desk-interrupted-advice = Run it again for the whole answer.
desk-failed = The run failed

## Saying what a word means

desk-teach = Words that were not understood
desk-ask-again = Ask again
desk-teach-reviewer = A reviewer can say what “{ $word }” means.
desk-taught = Taught words
desk-teach-what = What does “{ $word }” mean?
desk-teach-values = A value of the data, or words I know
desk-teach-do = Teach
desk-word = Word
desk-meaning = Meaning

## What can be done about an answer

desk-actions = Do something about it
desk-actions-about = You complete the request; nothing happens before you approve it.
desk-add-note = Add a note to { $case }
desk-open-case = Open a case for { $name }

## What the person who asked says of an answer

desk-your-view = Your view of this answer
desk-was-helpful = Was this answer helpful?
desk-you-said = You said: { $said }
desk-helpful = Helpful
desk-partly-helpful = Partly helpful
desk-not-helpful = Not helpful
desk-what-was-wrong = What was wrong?
desk-reason-wrong-figure = wrong figure
desk-reason-not-verified = not verified
desk-reason-missing-source = missing source
desk-reason-wrong-scope = wrong scope
desk-reason-unclear = unclear
desk-reason-too-slow = too slow
desk-note = Note
desk-optional = optional
desk-send = Send
desk-quote = “{ $text }”

## What a run cost, and what one can do with its answer. The names stand under their numbers.

desk-sent = What left this machine
desk-run-again = Run again
desk-iterations = { $count ->
    [one] iteration
   *[other] iterations
}
desk-tool-calls = { $count ->
    [one] tool call
   *[other] tool calls
}
desk-tool-calls-failed = { desk-tool-calls }, { $failed } failed
# $count says how many.
desk-tokens = tokens
desk-us-dollars = US dollars
# A number of calls follows.
desk-price-unknown = price unknown for
desk-reasoner = reasoner

## Naming, sharing, exporting and deleting a conversation

desk-keep = Share, export, rename
desk-keep-label = Keep
desk-name = Name
desk-rename = Rename
desk-pin = Pin
desk-unpin = Unpin
desk-delete = Delete
desk-share = Share
desk-shared-by-link = Shared by a link until { $date }
desk-shared-who = Anyone who has the link and may see the same customers can read the conversation, and nothing else, until { $date }.
desk-unshare = Stop sharing
desk-share-what = Make a link for others to read the conversation. You can revoke it.
desk-make-link = Make a link
desk-make-link-anew = Make a new link
desk-link-once = Copy the link now: it is not shown again. One from before no longer works.
desk-pack = Evidence pack (HTML)
# "A pack is signed: `plumbline verify FILE` says whether it was changed."
desk-pack-signed = A pack is signed:
desk-pack-verify = says whether it was changed.
desk-deleted = Conversation deleted
desk-deleted-undo = You can undo this for an hour.
desk-undo = Undo

## What waits, on the first page

home-due = Overdue and due
home-mood-fell = Mood fell
home-wrote = Wrote since { $date }
home-promised = Promised, still open
# Two mean scores.
home-mood = { $now } after { $before }
# Whose data it is.
desk-data-demo = a made-up bank, to try the desk with
desk-data-none = nobody yet
desk-data-imported = imported from { $names }

## How texts are searched

search-keywords = Searched by keywords only
search-fetching = Fetching the search model: { $done } of { $all } MB. Until then, search is by keywords.
search-not-fetched = The search model could not be fetched, so search is by keywords only.
search-so-far = Searched by keywords, and by meaning so far { $percent }%
search-meaning = Searched by keywords and meaning

## Setting up

setup-title = Set up this desk: { $done } of { $all } done
setup-done = Done:
setup-admin = Your account
setup-admin-means = Until there is an account, everybody at this machine is an admin. Make a link for yourself as an admin and open it.
setup-admin-do = Make an account
setup-data = Data to ask about
setup-data-means = Import messages and cases from files, connect a database or a spreadsheet, or look around in the demo: a made-up bank.
setup-data-do = Import messages
setup-source = Connect a spreadsheet or database
setup-demo = Load the demo
setup-demo-loading = Loading the demo. This takes some seconds.
setup-model = A model
setup-model-means = The rules answer in English without one. A model understands any wording and reads longer texts.
setup-model-do = Connect a model
setup-colleague = A colleague
setup-colleague-means = Invite somebody by a link, with the role and the customers that they may see.
setup-colleague-do = Invite
