// What a document may hold; its size in bytes is bounded where it is received.

/** Components in one document; a document with more is refused. */
export const maxComponents = 200_000

/** Issues kept of one document; what is beyond is counted. */
export const maxIssues = 1_000

/** Characters of a name, a version or a license; database keys are built of them. */
export const maxTextLength = 500

/** Levels of nesting that an issue's place spells out: the place of a deep component would fill pages. */
export const maxPlaceDepth = 20
