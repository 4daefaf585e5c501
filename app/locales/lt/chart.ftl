## A chart

chart-hint = Pasirinkite stulpelį, dalį arba tašką, apie kurį norite klausti.
chart-empty = Šiuo laikotarpiu įrašų nėra.
# Said behind the name of a mark that can be selected.
chart-ask = Klausti apie tai

## How it is shown

chart-show-as = Rodyti kaip
chart-line = Linija
chart-parts = Dalys
chart-bars = Stulpeliai
chart-table = Lentelė
chart-show-by = Rodyti pagal
# What each point stands for; also the head of a column.
chart-step = { $step ->
    [day] Diena
    [week] Savaitė
   *[month] Mėnuo
}

## The same as a table

chart-as-table = Kaip lentelė
# $what is what the chart shows, in the plural.
chart-table-of = Lentelė: { $what }
chart-name = Pavadinimas
chart-part = Dalis
chart-share = Procentai

## Days, weeks and months

# The first and the last day under the axis.
chart-day = { month-short } { $day } d.
chart-week = savaitė nuo { $date }
# When the highest value was; the value stands before it.
chart-peak-day = ({ month-short } { $day } d.)
chart-peak-week = (savaitė nuo { month-short } { $day } d.)
chart-peak-month = ({ $year } m. { month-short })
# The chart in words, for those who do not see it. $unit is what is counted; $from, $to and $peak are days, weeks or months.
chart-days = { $unit } pagal { $step ->
    [day] dienas
    [week] savaites
   *[month] mėnesius
} ({ $from } – { $to }): iš viso { $total }, pirma reikšmė { $first }, paskutinė { $last }, didžiausia { $most } ({ $peak }).
# A document on the chart.
chart-marked = Pažymėta: { $document }
chart-documents = Diagramoje pažymėti dokumentai
# $kind is what sort of document it is: release note
chart-document = { $title }{ chart-document-kind }
# The title, a link, stands before it.
chart-document-kind = , { $kind }, { $date }
