## The page

sources-about = Databases, files and search clusters that questions can use. Plumbline reads them and never changes them.
sources-loading = Loading the sources
sources-all = All sources
sources-list = Declared sources
sources-none = No source yet. Add a file or the address of a database below.
sources-looked = Last look: { $time }
sources-not-looked = The sources are being opened.
sources-refresh = Look again now
sources-name = Name
sources-state = State
sources-table = Table
sources-tables = Tables of this source
sources-rows = Rows
sources-days-head = Days
sources-days = { $from } to { $to }
sources-more-than = more than { $count }
sources-wrong = What to look at
sources-in-file = declared in { $file }; change it there
sources-state-draft = Draft
sources-state-on = In use
sources-state-paused = Paused
sources-state-broken = Needs attention

# A notice after a form was sent.
sources-did = { $did ->
    [test] It works: the source was opened just now.
    [use] Saved. Questions can use this source in a few seconds.
    [pause] Paused. Questions no longer use this source.
    [resume] In use again.
    [remove] Removed. The database itself was not changed.
    [refresh] The sources are being opened again. Reload this page in a moment.
   *[other] Saved.
}

## Adding one

sources-add = Add a source
sources-add-means = Plumbline looks at tables, keys and values and drafts a declaration. You check it before questions can use it.
sources-file-hint = Excel, OpenDocument, CSV, JSON lines, Parquet or SQLite, up to { $mebibytes } MiB.
sources-file-look = Upload and look at it
sources-upload-stays = An uploaded file stays on the server that took it. Other servers over the same database cannot read it.
sources-address-title = Or a database
sources-address = Address
sources-address-hint = postgres://, mysql://, sqlite:/// with the whole path of a file on the server, or https:// of an OpenSearch cluster.
sources-address-look = Connect and look at it
sources-address-kept = The password is stored encrypted and never shown again. Use an account that may only read.
sources-only-tables = Only these tables
sources-only-tables-hint = optional, separated by commas
sources-own-name = Name
sources-own-name-hint = optional: small letters, digits and _
sources-more = More settings
sources-user = User
sources-password = Password
sources-api-key = API key of a search cluster

## One source

sources-draft-about = A draft. Check what is used and what it is called, then put it to use.
sources-on-about = In use: questions can count and list its rows.
sources-paused-about = Paused: it is kept, but questions do not use it.
sources-pause = Pause
sources-resume = Use again
sources-test = Test the connection
sources-try = Questions to try
sources-remove = Remove this source
sources-remove-means = Its declaration, its password and an uploaded file are deleted. The database itself is not changed. Earlier answers stay; their figures can no longer be opened.
sources-remove-now = Remove now
sources-who = Who sees it
sources-for-everyone = everyone
sources-for-unlimited = people who see every customer

## The form

sources-form = What questions can use
sources-form-means = Untick what should stay secret. Give the words that people use.
sources-no-form = The declaration cannot be read as a form. Correct its text below.
sources-use = Put to use
sources-save = Save
sources-save-draft = Save as draft
sources-table-used = Use this table
sources-many = Its rows are called
sources-synonyms = Other words for it
sources-synonyms-of = Other words for { $name }
sources-commas = separated by commas
sources-time = Day that “last month” means
sources-no-day = none
sources-everyone = People who see only some customers see all of its rows as well
sources-columns = Columns of { $table }
sources-measures = Figures of { $table }
sources-column-used = Used as
sources-column = Column
sources-aggregation = Added up
sources-aggregation-of = How { $name } is added up
sources-aggregated = { $how ->
    [avg] average
    [min] smallest
    [max] largest
    [median] median
   *[other] sum
}
sources-unit = Unit
sources-unit-of = Unit of { $name }
sources-joins = Tables that belong to each row. Tick a join only where it is right: a wrong one gives wrong figures.
sources-join = { $table }, by { $on }
sources-secret = Left out because it looks personal, secret or empty:
sources-sample = { $count ->
    [one] { $count } example row
   *[other] { $count } example rows
}
sources-sample-of = Rows of { $table }

## The text

sources-yaml = As text
sources-yaml-means = The same declaration in YAML, as in a file. The password is not in it.
sources-yaml-text = Declaration
sources-yaml-save = Save the text
