## A chart

chart-hint = Select a bar, a part or a point to ask about it.
chart-empty = No records in this range.
# Said behind the name of a mark that can be selected.
chart-ask = Ask about it

## How it is shown

chart-show-as = Show as
chart-line = Line
chart-parts = Parts
chart-bars = Bars
chart-table = Table
chart-show-by = Show by
# What each point stands for; also the head of a column.
chart-step = { $step ->
    [day] Day
    [week] Week
   *[month] Month
}

## The same as a table

chart-as-table = As a table
# $what is what the chart shows, in the plural.
chart-table-of = Table of { $what }
chart-name = Name
chart-part = Part
chart-share = Share

## Days, weeks and months

# The first and the last day under the axis.
chart-day = { $day } { month-short }
chart-week = week from { $date }
# When the highest value was; the value stands before it.
chart-peak-day = on { $day } { month-short }
chart-peak-week = from { $day } { month-short }
chart-peak-month = in { month-short } { $year }
# The chart in words, for those who do not see it. $unit is what is counted; $from, $to and $peak are days, weeks or months.
chart-days = { $unit } { $step ->
    [day] a day
    [week] a week
   *[month] a month
} from { $from } to { $to }: { $total } in all, first { $first }, last { $last }, the most { $most } { $step ->
    [day] on
   *[other] in
} { $peak }.
# A document on the chart.
chart-marked = Marked: { $document }.
chart-documents = Documents marked on the chart
# $kind is what sort of document it is: release note
chart-document = { $title }{ chart-document-kind }
# The title, a link, stands before it.
chart-document-kind = , { $kind } of { $date }
