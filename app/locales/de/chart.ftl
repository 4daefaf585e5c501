## A chart

chart-hint = Wählen Sie einen Balken, einen Teil oder einen Punkt, um dazu zu fragen.
chart-empty = Keine Datensätze in diesem Zeitraum.
# Said behind the name of a mark that can be selected.
chart-ask = Dazu fragen

## How it is shown

chart-show-as = Anzeigen als
chart-line = Linie
chart-parts = Teile
chart-bars = Balken
chart-table = Tabelle
chart-show-by = Anzeigen nach
# What each point stands for; also the head of a column.
chart-step = { $step ->
    [day] Tag
    [week] Woche
   *[month] Monat
}

## The same as a table

chart-as-table = Als Tabelle
# $what is what the chart shows, in the plural.
chart-table-of = Tabelle: { $what }
chart-name = Name
chart-part = Teil
chart-share = Anteil

## Days, weeks and months

# The first and the last day under the axis.
chart-day = { $day }. { month-short }
chart-week = Woche ab { $date }
# When the highest value was; the value stands before it.
chart-peak-day = am { $day }. { month-short }
chart-peak-week = ab { $day }. { month-short }
chart-peak-month = im { month-short } { $year }
# The chart in words, for those who do not see it. $unit is what is counted; $from, $to and $peak are days, weeks or months.
chart-days = { $unit } { $step ->
    [day] pro Tag
    [week] pro Woche
   *[month] pro Monat
}, { $from } bis { $to }: insgesamt { $total }, zu Beginn { $first }, am Ende { $last }, Höchstwert { $most } ({ $peak }).
# A document on the chart.
chart-marked = Markiert: { $document }.
chart-documents = Im Diagramm markierte Dokumente
# $kind is what sort of document it is: release note
chart-document = { $title }{ chart-document-kind }
# The title, a link, stands before it.
chart-document-kind = , { $kind } vom { $date }
