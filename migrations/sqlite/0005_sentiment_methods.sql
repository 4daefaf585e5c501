-- How the sentiment of a data set's texts was judged, in a sentence for people: answers repeat it. More than one where
-- parts of it were imported differently.
CREATE TABLE sentiment_methods (
    source TEXT NOT NULL,
    method TEXT NOT NULL,
    PRIMARY KEY (source, method)
);
