## Said in many places

settings-loading = Loading the settings
settings-audit-log = Audit log

## The model

settings-model-about = Connect a model, or let the rules answer. Try it before you save.
# The model's name follows, and a full stop.
settings-answered-by = Questions are answered by
settings-plain-hosts = Plain text, which others on the way can read, is sent to: { $hosts }. PLUMBLINE_PLAIN_HOSTS allows it.
settings-no-model = No model is set up
settings-no-model-means = Questions are answered by rules. Choose a provider below to use a model.
settings-checked = What the trial found
# A badge on what was tried.
settings-checked-good = good
settings-checked-look = look at this

## Settings made on pages

settings-by-admins = Admins change these settings.
settings-model = Provider
settings-model-means = Who reasons. Your key is stored encrypted and never shown again.
settings-limits = Second model and limits
settings-limits-means = What answers if the first model fails, and how much a question and a day may cost.
settings-mail-about = How Plumbline reaches people and programs outside: invitations, proposals, and what is watched.
settings-mail = Mail
settings-mail-means = A mail server sends invitations and tells people that something waits for them.
settings-webhook = Webhook
settings-webhook-means = Sends signed events to another program, by Standard Webhooks.
settings-watching = Watched figures
settings-watching-means = Where messages about watched figures may go, and what they hold.
settings-provider-about = Let people sign in with your firm's account (OpenID Connect).
settings-sign-in = Sign-in by a provider
settings-sign-in-means = Groups of the provider become roles here. Local accounts go on working.
settings-save = Save
settings-saved = Saved. It is in use.
settings-try = Try it
settings-trying = Trying it. This takes some seconds.
settings-trial-broken = The trial ended early: the connection broke. Try again.
settings-list-models = List its models
settings-models-listed = { $count } models found. Choose one in the field Model.
settings-found = Found on this machine: { $title }
settings-use = Use { $title }
setting-provider = Provider
setting-base-url = Address
setting-base-url-hint = only if it is not the usual one
setting-api-key = Key
setting-model = Model
setting-model-hint = empty for the provider's own choice
setting-pseudonyms = Replace names and numbers before text goes to the model
setting-fallback-provider = Second provider
setting-fallback-base-url = Its address
setting-fallback-api-key = Its key
setting-fallback-model = Its model
setting-light-model = Cheaper model for side tasks
setting-light-model-hint = of the first provider
setting-strategy = Strategy
setting-context = Context in tokens
setting-context-hint = 0 for what the provider has
setting-timeout = Seconds to wait for a reply
setting-run-tokens = Tokens per question
setting-run-cost = US dollars per question
setting-day-tokens = Tokens per person and day
setting-day-cost = US dollars per person and day
setting-no-limit-hint = 0 for no limit
setting-smtp = Mail server
setting-smtp-hint = smtps://HOST, or smtp://HOST:587?tls=required
setting-mail-from = Sender
setting-mail-to = Told of every proposal
setting-mail-to-hint = addresses, commas between
setting-webhook-url = Address
setting-webhook-secret = Signing key
setting-webhook-secret-hint = whsec_ and 24 to 64 random bytes in base64
setting-webhook-events = Events
setting-webhook-events-hint = run.finished, approval.wanted, rating.bad, ticket.made, watch.changed; empty for all
setting-watch-mail = Mail allowed for everybody
setting-watch-mail-hint = addresses or domains such as @firm.example, commas between
setting-watch-texts = Messages quote the question
setting-issuer = Issuer
setting-issuer-hint = https://id.example.com
setting-client-id = Client id
setting-client-secret = Client secret
setting-public-url = Address of this desk
setting-public-url-hint = as people open it
setting-oidc-name = Name on the button
setting-groups-claim = Claim that lists groups
setting-admins = Groups of admins
setting-reviewers = Groups of reviewers
setting-managers = Groups of managers
setting-groups-hint = commas between
setting-sees = Customers that a new person sees
setting-sees-none = none until an admin says so
setting-sees-all = all
setting-on = yes
setting-off = no
setting-rules = Rules, no model
setting-auto = automatic
setting-secret-set = set; leave empty to keep it
setting-clear = Delete it
setting-by-page = Set by { $who }, { $date }
setting-by-flag = Locked: a flag of the command line sets { $name }.
setting-by-environment = Locked: the server's environment sets { $name }.
setting-by-file = Locked: the settings file sets { $name }.

## Words

settings-words-about = Words that people have explained. They apply from the next question on.
settings-words-loading = Loading the words
settings-words-reviewers = Reviewers teach words and take them back.
settings-words-none = No words yet. When an answer does not understand a word, it asks what the word means.
settings-words-table = Taught words
settings-words-newest = Taught words, newest first
settings-words-word = Word
settings-words-meaning = Meaning
settings-words-taught = Taught
settings-words-taught-by = { $date }, by { $name }
settings-words-take-back = Take back
settings-words-take-back-one = Take back “{ $word }”
settings-words-taken-back = Taken back { $date }

## Memory

settings-memory-about = What Plumbline remembers about you. Only you see it; it is used in your questions, and the answer says so. Nothing is remembered unless you say it, here or in a question: “remember that the fish people are Petrov & Sons”.
settings-memory-loading = Loading the memory
settings-memory-none = Nothing is remembered about you yet.
settings-memory-table = Remembered about you
settings-memory-caption = What is remembered about you
settings-memory-what = What
settings-memory-means = Means
settings-memory-since = Since
settings-memory-delete = Delete
# $what is one of the three texts that follow.
settings-memory-delete-one = Delete { $what }, { $meaning }
settings-memory-word = “{ $word }”
settings-memory-product = My product
settings-memory-customer = Pinned customer
settings-memory-manager = My customers
settings-memory-add-name = A name of your own
settings-memory-add-name-means = Read as the customer or product in your questions.
settings-memory-add-product = One of your products
settings-memory-add-product-means = What “my products” means.
settings-memory-add-customer = A pinned customer
settings-memory-add-customer-means = Meant by a short name that several customers share.
settings-memory-add-manager = Which manager you are
settings-memory-add-manager-means = Whose customers “my customers” are.
settings-memory-own-name = Your name for it
settings-memory-of-name = Customer or product
settings-memory-of-product = Product
settings-memory-of-customer = Customer
settings-memory-of-manager = Relationship manager
settings-memory-remember = Remember

## Privacy

settings-privacy-about = What is kept, for how long, and who else reads it.
settings-kept = How long it is kept
settings-kept-table = How long each kind of data is kept
settings-kept-what = What
settings-kept-days = Kept
# How many there are.
settings-kept-count = There are
settings-kept-oldest = Oldest
settings-kept-setting = Setting
settings-kept-for-good = For good
settings-kept-for = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
settings-kept-audit = None: it is only added to.
settings-stand-ins = Stand-ins
settings-stand-ins-on = On. Names of customers and staff, phones, e-mail addresses, account and card numbers go to a model as stand-ins and are put back in its answer. Names of others in free text are not known and go as they are.
settings-stand-ins-off = Off. A model reads names, phones, e-mail addresses and account numbers as they are. Set PLUMBLINE_LLM_PSEUDONYMS=true to change that.
settings-keeps-digest = The size and digest of each request that leaves are kept.
settings-keeps-sent = Each request that leaves is kept as it was sent. Set PLUMBLINE_KEEP_SENT=digest to keep its size and digest only.
settings-keeps-shown = The page “{ settings-sent }” under an answer shows them.
settings-processors = Who processes data
settings-processors-none = Nobody else. Questions are answered by rules on this machine.
# After a name: "openai at api.openai.com, model".
settings-processor-host = at { $host }
settings-processor-kind = { $kind ->
    [tool] tools
   *[model] model
}

## Erasing a customer

settings-erase = Erase a customer
settings-erase-this = Erase this customer
# A command follows.
settings-erase-how = Open the customer's page and choose “{ settings-erase-this }”, or run:
settings-erase-command = The command
settings-erase-about = Deletes everything that names them. This cannot be undone.
settings-erase-loading = Looking for what names this customer
settings-erase-goes = This will be deleted
settings-erase-messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
settings-erase-cases = { $count ->
    [one] { $count } case
   *[other] { $count } cases
}
settings-erase-notes = { $count ->
    [one] { $count } case note
   *[other] { $count } case notes
}
settings-erase-conversations = { $count ->
    [one] { $count } conversation
   *[other] { $count } conversations
} with { $answers ->
    [one] { $answers } answer
   *[other] { $answers } answers
}
settings-erase-words = { $count ->
    [one] { $count } taught word
   *[other] { $count } taught words
}
settings-erase-drafts = { $count ->
    [one] { $count } draft
   *[other] { $count } drafts
}
settings-erase-review-cases = { $count ->
    [one] { $count } review case
   *[other] { $count } review cases
}
settings-erase-means = A conversation that names the customer loses all its text, traces and proposals, because its results mix their data with others'. Only its counters stay.
settings-erase-mentions = { $count ->
    [one] { $count } record
   *[other] { $count } records
} of others mention the name: messages, cases, notes, documents. They are kept.
settings-erase-type = Type { $id } to confirm
settings-erased = The customer is erased
settings-erased-means = The audit log says when, and how much was deleted. It does not contain the name.

## What left this machine for an answer

settings-sent = What left this machine
settings-sent-loading = Loading what left this machine
# The question follows, as a link.
settings-sent-for = For the question
settings-sent-request = Request { $number }: { $purpose }
settings-sent-place = { $name } at { $host }
# Requests to tools have no tokens.
settings-sent-told = To { $place }, { $time }. { $bytes } bytes{ $tokens ->
    [0] { "" }
   *[other] , { $tokens } tokens
}.
# Who speaks in the request: system, user, assistant …
settings-sent-holds = Holds: { $roles }.
settings-sent-digest-only = Only its size and digest are kept.
settings-sent-show = Show the text as it was sent

## The audit log

settings-audit-about = Who asked, opened, exported, decided and changed what. Lines are never changed or removed.
settings-audit-loading = Loading the audit log
settings-audit-filters = Filter the audit log
settings-audit-person = Person
settings-audit-did = Action
settings-audit-any = Any
# What was done.
settings-audit-action = { $action ->
    [opened] opened
    [exported] exported
    [shared] shared
    [rated] rated
    [decided] decided
    [taught] taught
    [deleted] deleted
    [imported] imported
    [signed_in] signed in
    [sign_in_failed] sign in failed
    [signed_out] signed out
    [password_changed] password changed
    [account_changed] account changed
    [token_changed] token changed
    [settings_changed] settings changed
    [erased] erased
    [restored] restored from a copy
    [stopped] stopped
   *[asked] asked
}
# What it was done to.
settings-audit-what = About
# Days.
settings-audit-from = From
settings-audit-to = To
settings-audit-filter = Filter
settings-audit-none = No line matches these filters.
settings-audit-clear = Clear filters
settings-audit-lines = { $count ->
    [one] { $count } line
   *[other] { $count } lines
}
settings-audit-range = { $from } to { $to } of { settings-audit-lines }
settings-audit-pages = Pages of the log
settings-audit-newer = Newer
settings-audit-older = Older
settings-audit-newest = The audit log, newest first
settings-audit-time = Time
settings-audit-detail = Detail
# The network address that it came from.
settings-audit-address = From

## What is kept, and how long

settings-kept-conversations = Conversations
settings-kept-sent = Requests that left this machine
settings-kept-messages = Messages of customers
settings-kept-calls = Support calls
