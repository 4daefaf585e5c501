## Adding documents from files

documents-about = What search and answers quote: articles, release notes, policies, notices.
documents-add = Add documents
documents-day-note = Empty: the last day of your data.
documents-product-note = Optional. For all files of this upload.
documents-drop = Drop files here, or choose them
documents-drop-hint = Markdown, plain text, PDF with text, or Word (.docx). Up to 20 files, 32 MiB each.
documents-upload = Upload
documents-upload-hint = A file of the same name replaces its earlier version.

## What became of the files

documents-upload-loading = Loading the upload
documents-reading = Reading the files
documents-report = Your upload
# The status of an uploaded file.
documents-file-status = { $status ->
    [reading] reading
    [added] added
    [changed] replaced
    [unchanged] unchanged
    [refused] not added
   *[waiting] waiting
}
documents-file-parts = { $count ->
    [one] { $count } part
   *[other] { $count } parts
}

## The list

documents-list = Documents
documents-loading = Loading the documents
documents-none = There are no documents yet. Add the first above.
documents-none-match = No document matches these filters.
documents-clear = Clear filters
documents-filters = Filter the documents
documents-text = Title or id
documents-title = Title
documents-source = Source
# The source of a document that was added by itself, not with a data set.
documents-source-own = Added here
documents-any = Any
documents-filter = Filter
documents-count = { $count ->
    [one] { $count } document
   *[other] { $count } documents
}
documents-range = { $from } to { $to } of { documents-count }
documents-pages = Pages of the documents
documents-newer = Newer
documents-older = Older
documents-newest = The documents, newest first
documents-indexed = Search
# How a document is found.
documents-indexed-by = { $how ->
    [keywords] by keywords
    [meaning] by keywords and meaning
   *[waiting] not yet
}
documents-actions = Actions
documents-reindex = Index again
documents-reindex-one = Index “{ $title }” again
documents-reindex-all = Index all again
documents-reindex-hint = If search misses what a document says.
documents-reindexed = Indexing again
documents-reindexed-means = Keywords are ready at once. Meaning follows in the background.
documents-delete = Delete
documents-delete-one = Delete “{ $title }”
documents-delete-means = It is gone from search and from new answers. If a data set or a skill folder contains it, the next import adds it again.
documents-delete-really = Delete for good
documents-delete-really-one = Delete “{ $title }” for good
documents-deleted = Document deleted

## Testing search

documents-test = Test the search
documents-test-about = See which passages a question finds, and why.
documents-test-query = Question or words
documents-test-find = Search
documents-test-loading = Searching
documents-test-both = By keywords and by meaning ({ $model }).
documents-test-keywords = By keywords only.
documents-test-words = Searched for: { $words }.
documents-test-none = No passage found for “{ $query }”.
documents-test-found = Passages found, best first
documents-test-passage = Passage
documents-test-score = Score
documents-test-keyword-score = Keywords (BM25)
documents-test-meaning = Meaning (similarity)
documents-test-matched = Matching words
documents-test-nothing = none
