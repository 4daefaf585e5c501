//! What people ask a bank's desk for that its records of customers' messages do not hold. Such a question gets no figure
//! of something that sounds alike: whoever asks how many customers left is not told who might.

use crate::query::values::Vocabulary;
use crate::query::words::{Parse, Word, find_cue};

/// Words of the question, parted by `|`, and what the records do not say.
const UNHELD: &[(&str, &str)] = &[
    (
        "churned | have churned | did … churn | churn rate | churn rates | customers … churn last | lose … customers | lose … clients | \
         customers … we lose | clients … we lose | lost … customers | lost … clients | customers … lost | clients … lost | customers … left us | clients … left us | \
         customers left | clients left | customers who left | clients who left | customers … leave us | clients … leave us | attrition | retention | \
         how many … churn | how much … churn | closed their account* | cancelled their account* | how many … left the bank",
        "which customers left",
    ),
    (
        "revenue* | turnover of | for turnover | annual turnover | profit* | net income | earnings | sales figure* | market share | share price | \
         stock price | how much money | how much did … earn | how much did … cost",
        "what a firm earns or spends",
    ),
    (
        "employees | headcount | how many staff | salary | salaries | how many agents do we | how many people work",
        "who is employed",
    ),
    (
        "csat | satisfaction score* | survey* | satisfaction rate* | customer effort",
        "scores that customers gave: nobody asked them",
    ),
    (
        "what is … balance | what's … balance | what was … balance | what are … balances | how much … balance | my balance | \
         my account balance | account balance of | balance of … account* | total balance* | average balance* | total deposits | \
         overdraft limit of | credit limit of | overdraft limit for | credit limit for | account number of | iban of | \
         loan amount* | amount of … loan* | assets under management",
        "what is in an account, or what somebody owes",
    ),
    (
        "phone number of | phone number for | telephone number of | telephone number for | number … reach … at | \
         what is … phone number | what's … phone number | email address of | email address for | e mail address of | mail address of | \
         what is … email address | what's … email address | what is … address | what's … address | where does … live | \
         contact details of | contact details for | date of birth of | when was … born",
        "how to reach anyone",
    ),
    (
        "age of … people | age of … complainant* | age of … customer* | age of … consumer* | age of … client* | how many women | \
         how many men | how many females | how many males | by gender | by age | age group* | age bracket* | income of | \
         average income | household income | marital status | ethnic* | nationality of",
        "who the people are: their age, sex, income or origin",
    ),
    (
        "how much … refund* | how much … compensat* | how much … pay out | how much … paid out | amount* refunded | \
         average refund* | total refund* | refund volume | compensation paid | payout* | average compensation | value of … claims",
        "which sums were paid",
    ),
    (
        "competitor* | competition | other banks get | industry average | benchmark | per capita | per inhabitant* | \
         inhabitants | population",
        "anything of others: neither competitors nor populations",
    ),
    (
        "should i | should we | would you recommend | do you recommend | recommend me | is it worth",
        "what anyone should do",
    ),
    (
        "suspicious activity report* | sars filed | regulator* fine* | fined | lawsuit* | court case* | penalties",
        "dealings with authorities",
    ),
];

/// What the records do not say of what is asked, if it is one of these. Data that has a value or a field of that name does
/// say it: "Prepayment penalties", `csat_score`.
pub fn asked(parse: &Parse, vocabulary: &Vocabulary) -> Option<String> {
    let all = parse.words();
    let field = |word: &str| {
        let one = word.trim_end_matches('s');
        vocabulary.fields.iter().any(|field| field.key.split('_').any(|part| part == one))
    };
    // A source that somebody declared says what it says.
    let declared = |word: &str| vocabulary.sources.iter().any(|opened| opened.source.calls(word));
    let value = |word: &Word| parse.values.iter().any(|m| m.span.start <= word.start && word.end <= m.span.end);
    let held = |taken: &[usize]| match *taken {
        _ if taken.iter().any(|at| declared(&all[*at].text)) => true,
        [one] => value(&all[one]) || field(&all[one].text),
        // One of several says little: "phone" of "phone number of".
        _ => taken.iter().all(|at| value(&all[*at])),
    };
    let speaks = |cue: &str| find_cue(&all, cue).is_some_and(|taken| !held(&taken));
    let (_, what) = UNHELD.iter().find(|(cues, _)| cues.split('|').any(|cue| speaks(cue.trim())))?;
    Some(format!("The records do not say {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::words::Earlier;
    use crate::store::analytics::values::Field;

    fn said(question: &str, vocabulary: &Vocabulary) -> Option<String> {
        let day = "2026-01-31".parse().unwrap();
        asked(&Parse::of(question, vocabulary, day, Earlier::default()), vocabulary)
    }

    #[test]
    fn what_is_not_recorded_is_said() {
        for (question, want) in [
            ("how many customers churned last month?", Some("which customers left")),
            ("how many customers did we lose last quarter?", Some("which customers left")),
            ("What was the revenue of Citibank?", Some("what a firm earns")),
            ("Which customers are at risk of churn?", None),
            ("How many cases closed last month?", None),
            ("Payments lost in January", None),
            ("what is my account balance?", Some("what is in an account")),
            ("messages about a balance confirmation", None),
            ("phone number of Haddad Import-Export?", Some("how to reach")),
            ("how many phone calls in January", None),
            ("how much did we refund in December", Some("which sums")),
        ] {
            let said = said(question, &Vocabulary::default());
            assert_eq!(said.is_some(), want.is_some(), "{question}: {said:?}");
            assert!(want.is_none_or(|w| said.is_some_and(|s| s.contains(w))), "{question}");
        }
    }

    #[test]
    fn what_the_data_names_is_held() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.fields.push(Field { key: "csat_score".into(), ..Field::default() });
        assert_eq!(said("average csat in January", &vocabulary), None);
        assert!(said("how many surveys were sent", &vocabulary).is_some());
    }
}
