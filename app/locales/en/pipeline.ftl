## The page

pipeline-about = Open deals, the forecast against quota, and how healthy each deal is.
pipeline-loading = Reading the deals

## Asking the desk

pipeline-ask = Ask
pipeline-ask-about = Ask about it
# Heard after pipeline-ask; $about is the name of a deal.
pipeline-ask-heard = about { $about }

## The figures

pipeline-as-of = As of { $date }
pipeline-as-of-region = As of { $date } in { $region }
pipeline-forecast-of = Forecast, { $quarter }
pipeline-closed-of = Closed, { $quarter }
pipeline-quota-of = Quota, { $quarter }
pipeline-open = { $count ->
    [one] { $count } open deal
   *[other] { $count } open deals
}
# $change: "+1,200 (+3.4%)".
pipeline-change = { $change } since last week
# $share: "87.5%".
pipeline-of-quota = { $share } of quota
pipeline-no-forecast = no forecast categories in the source
pipeline-no-quotas = no source of quotas

## Where there are no deals. What stands between backticks stays as it is

pipeline-none = No deals yet
pipeline-none-source = This page reads a source called `opportunities`, one row for each deal. Point Plumbline at your sales database or at a folder of its files, then give the table that name:
pipeline-none-columns = Only `stage` and `amount` are needed. With `forecast_category`, `last_activity`, `manager_notes` and others a deal can be judged; what is missing counts neither for nor against it. A source called `quotas` with `region`, `quarter_start` and `quota` adds the comparison. `plumbline demo` brings an example of both.

## The stages

pipeline-stages = Stages
pipeline-stages-table = Stages, as a table
pipeline-stages-caption = Open deals by stage
pipeline-stage = Stage
pipeline-bar = As a bar
pipeline-amount = Amount
pipeline-deals-many = Deals

## The regions

# $of is a quarter, and the currency where it is known: "Q1 2026, USD".
pipeline-regions = Forecast against quota, { $of }
pipeline-regions-table = Regions, as a table
pipeline-regions-caption = Closed, forecast and quota by region
pipeline-regions-bar = Closed, committed and the quota as a bar
pipeline-region = Region
pipeline-closed = Closed
pipeline-forecast = Forecast
pipeline-quota = Quota
# Beside the colours of the bars.
pipeline-key-closed = closed
pipeline-key-committed = committed
pipeline-key-quota = quota

## The deals

pipeline-deals = Deals by health
pipeline-deals-order = The weakest first.
pipeline-deals-which = Which deals
pipeline-deals-table = Deals, as a table
pipeline-deals-caption = Open deals, the weakest first
pipeline-deal = Deal
pipeline-health = Health
pipeline-why = Why
pipeline-closes = Closes
# The health of a deal.
pipeline-tier = { $tier ->
    [high] high
    [medium] medium
    [low] low
    [critical] critical
   *[other] { $tier }
}
# How many deals are of such a health.
pipeline-tier-count = { $count } { pipeline-tier }
pipeline-deals-page = { $count ->
    [one] { $count } deal, page { $page } of { $pages }
   *[other] { $count } deals, page { $page } of { $pages }
}
pipeline-previous = Previous
pipeline-next = Next
