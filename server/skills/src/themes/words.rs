//! Words of themes: which ones can name something, which only help, and which never do.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The role of a word in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It can be a theme alone.
    Telling,
    /// It can be in a name with a telling word: "late payment".
    Helping,
    /// It may join two others: "proof of identity".
    Joining,
    /// It cannot be part of a name.
    Empty,
}

/// Grammar, small talk, time and the placeholders that archives use for private data.
const EMPTY: &str = "a about above accordance actually after again against ago all almost already also although always am \
    amp an and another any anymore anyone anything apparently april are around as ask asked asking at august away back bad \
    be became because become been before being believe below best better between both bring brought but by call called \
    calling calls came can cannot cant case cause cfpb claim claimed clear clearly close come comes complain complained \
    complaint complaints consequently contact contacted contacting continue continued continues could couldn couldnt cc com \
    concern concerned concerning correct currently date dates day days dear december despite did didn didnt different do \
    does doesn doesnt doing don done dont down due during each either else email emails emailed end etc even ever every \
    everything exactly explain explained fact far february feel felt few finally find fine first follow following forward \
    found friday from full furthermore gave get gets getting give given go goes going gone good got gotten great guy \
    had hadn happen happened hard has hasn have haven having he hear heard hello help helped hence her here hereby herein \
    hers hi him his hope hour hours how however http https i id if im immediately in include included including indeed \
    informed instead into is isn issue issues it its itself ive january july june just keep kept kind know knew lady last \
    later lead least leave left less let letter letters like listed little ll long longer look looked looking lot m made \
    make makes making man manner many march matter may maybe me mean means mentioned message might minutes mm monday month \
    months more moreover morning most mr mrs ms much multiple must my myself name nbsp need needed needs never new next nice \
    no nobody nor not noted nothing notice noticed november now number numbers o october of off often oh ok okay on once one \
    ones only or order other others otherwise our ours ourselves out over own part particular past people per perhaps person \
    place please pm point possible prior problem problems provide provided providing put question questions quite rather re \
    read real really reason received receive receiving recent recently reference regarding regards relation reply request \
    requested requests respond response result right s said same saturday saw say saying says second see seem seems seen \
    self send sending sent september set several she should show showed shown shows similar simply since sincerely single \
    sir situation six so some somehow someone something sometimes soon speak speaking spoke st start started state stated \
    states stating step still stop stopped such sunday sure t take taken takes taking talk talked talking tell telling ten \
    than thank thanks that the their theirs them themselves then there thereafter therefore thereof these they thing things \
    think third this those though thought three through throughout thru thursday thus till time times to today together told \
    tomorrow too took toward towards tried true truly try trying tuesday twice two u ultimately un unable under understand \
    until up upon us use used using usual usually ve very via wait waited waiting want wanted was wasn wasnt way we wednesday \
    week weeks well went were weren what whatever when where whereas whether which while who whole whom whose why will wish \
    with within without wont word work worked working worse worst would wouldn write writing written wrong wrote www xx xxx \
    xxxx yeah year years yes yesterday yet you your yours yourself yr yrs \
    act agency agencies assistant bureau bureaus chair chief client clients director faithfully head manager managing officer secretary treasurer treasury";

/// Business terms: as names they add nothing to the records' own product and category.
const HELPING: &str = "account accounts action address agent amount amounts balance bank banks banking \
    bill bills branch business card cards cash charge charges check checks code collection company companies \
    consumer consumers cost costs credit customer customers data debt debts department detail details document documents \
    federal file files financial form funds general history individual info information institution insurance interest item \
    items law laws lender finance lenders line loan loans main management member mobile money monthly mortgage office online \
    option organization original paid party pay paying payment payments personal phone policy process product program public \
    record records rep report reported reporting reports representative rights section security service services \
    social standard statement statements store supervisor system tax team term terms total transaction transactions united \
    usc value website app case";

/// Words that mean something only with another: "late payment", "original creditor".
const NOT_ALONE: &str = "able accurate alleged alternative available bigger certain collect collector creditor dollar dollars \
    different entire extra false final fraudulent hard high higher illegal inaccurate income large late legal low lower major \
    minimum negative old online original positive possible previous private proper rate responsible small soft specific total \
    true unauthorized unfair valid verifiable various whole";

const JOINING: &str = "of for on in to";

/// Endings of words for what somebody did rather than what it is about.
const DOING: [&str; 3] = ["ed", "ing", "ly"];

static ROLES: LazyLock<HashMap<&str, Role>> = LazyLock::new(|| {
    let list = |words: &'static str, role| words.split_whitespace().map(move |w| (w, role));
    list(EMPTY, Role::Empty).chain(list(HELPING, Role::Helping)).chain(list(JOINING, Role::Joining)).collect()
});

/// The role of a word in lower case.
pub fn role(word: &str) -> Role {
    match ROLES.get(word) {
        Some(role) => *role,
        None if word.len() < 3 || is_mask(word) => Role::Empty,
        None => Role::Telling,
    }
}

/// Whether a word can be the whole name of a theme.
pub fn is_name(word: &str) -> bool {
    let alone = !NOT_ALONE.split_whitespace().any(|w| w == word);
    role(word) == Role::Telling && word.len() > 3 && alone && !DOING.iter().any(|end| word.ends_with(end))
}

/// "xxxx": redacted private data.
pub fn is_mask(word: &str) -> bool {
    word.len() > 1 && word.bytes().all(|b| matches!(b, b'x' | b'-' | b'/'))
}
