## Choosing a file

import-title = Import your own data
import-about = Messages, cases, customers or documents. Spreadsheets and databases of figures are added as sources.
import-loading = Loading
import-choose-hint = CSV or one sheet of Excel or OpenDocument with a header line, or one JSON object a line; texts plain or .gz, up to { $mebibytes } MiB.
import-drop = Drop a file here, or choose one
import-upload = Upload and preview
import-upload-hint = Nothing is saved until you confirm.
# Files whose import did not come to its end.
import-open = Not finished

## An uploaded file

import-file-loading = Loading the file
import-choose = Choose a file
import-file-told = { $form ->
    [csv] CSV
   *[other] JSON lines
}, { $size }, { $columns ->
    [one] { $columns } column
   *[other] { $columns } columns
}
import-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
}
import-not-changed = Not changed

## Which column becomes which field

import-row = Each row is
import-row-kind = { $kind ->
    [case] Cases or tickets
    [customer] Customers
    [document] Documents
   *[communication] Messages from customers
}
import-source = Name of the data set
import-dates = Date format
# After "Date format".
import-dates-hint = where dates are not understood
import-day-first = Dates such as 03/04/2026
import-day-first-as-file = as the file's values show
import-day-first-yes = day first: 3 April
import-day-first-no = month first: 4 March
import-fields = Field and the column it is read from
# The name of a field of a record. Others are written as they are called.
import-field = { $field ->
    [at] Date
    [body] Text
    [id] Id
    [customer] Customer
    [customer-id] Customer id
    [customer-tier] Customer tier
    [customer-segment] Customer segment
    [customer-region] Customer region
    [channel] Channel
    [chat-mode] Chat mode
    [escalated-from] Escalated from
    [status] Status
    [kind] Kind
    [category] Category
    [subcategory] Subcategory
    [product] Product
    [sentiment] Sentiment
    [sentiment-score] Sentiment score
    [subject] Subject
    [case-id] Case id
    [title] Title
    [description] Description
    [priority] Priority
    [assigned-to] Assigned to
    [created-at] Created at
    [updated-at] Updated at
    [resolved-at] Resolved at
    [sla-deadline] Sla deadline
    [sla-breached] Sla breached
    [sla-told] Sla told
    [tags] Tags
    [resolution] Resolution
    [name] Name
    [tier] Tier
    [segment] Segment
    [region] Region
    [relationship-manager] Relationship manager
    [since] Since
    [day] Day
    [source] Source
   *[other] { $name }
}
# After the name of a field.
import-needed = needed
import-no-column = (no column)
import-lacking = Choose a column for: { $fields }.
import-start = Import
import-show = Show what changes
import-discard = Choose another file
import-demo = The demo data is in the desk. What should happen to it?
import-demo-replace = Replace it: the demo data is deleted first, with its recorded conversations
import-demo-keep = Keep it, and add my data

## The first rows

import-unreadable = The file cannot be read like this
import-preview-later = The first rows are shown once every needed field has a column.
import-preview = First rows
import-preview-caption = { $count ->
    [one] The first { $count } row as they will be stored
   *[other] The first { $count } rows as they will be stored
}
# Every row of the file was looked at.
import-left-out-of-file = { $count } of the file's { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} will be left out.
import-left-out-of-first = { $count } of the first { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
} will be left out.
import-left-out = { $count ->
    [one] { $count } row will be left out
   *[other] { $count } rows will be left out
}
import-preview-days = Their days are { $from } to { $to }.
import-refused-line = Line { $line }: { $fault }

## How far an import has come

import-running = Importing { $file }
# $read and $size are amounts, as 1.2 MB.
import-running-told = { $rows ->
    [one] { $rows } row read
   *[other] { $rows } rows read
}{ $refused ->
    [0] { "" }
   *[other] , { $refused } refused
}. { $read } of { $size }.
import-bytes-read = Bytes read
import-read = { $read } of { $size }
import-stop = Stop

## What came of it

import-done = { $file } is imported
import-ask = Ask about it
import-another = Import another file
import-stopped = Stopped before the end
import-stopped-means = Import it again with the same columns, and it resumes here.
import-failed = Not imported completely
import-undo = Take the import back
import-undo-hint = Deletes the rows that came with it; then you can choose other columns.
import-counts = { $rows ->
    [one] { $rows } row read
   *[other] { $rows } rows read
}: { $new } new, { $changed } changed, { $unchanged } unchanged, { $refused } refused.
import-resumed = { $count ->
    [one] { $count } row was stored before.
   *[other] { $count } rows were stored before.
}
import-last-day = The last day in the file is { $day }.
import-refused = { $count ->
    [one] { $count } row refused
   *[other] { $count } rows refused
}
import-refused-first = { import-refused }, the first { $shown }
# $kinds are faults with how many rows have each.
import-refused-kinds = Refused: { $kinds }.
import-refused-download = Download all refused rows (CSV)
