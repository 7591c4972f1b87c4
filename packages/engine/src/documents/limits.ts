// What a document may hold.

/** Bytes of one document; whoever receives or opens a larger one refuses it before it is in memory. */
export const maxDocumentBytes = 256 * 1024 * 1024

/** Components in one document; a document with more is refused. */
export const maxComponents = 200_000

/**
 * Versions of one package in one inventory: each is matched with each of its advisories, of which some packages have
 * thousands. The largest lockfiles hold some dozens.
 */
export const maxVersions = 200

/** Issues kept of one document; what is beyond is counted. */
export const maxIssues = 1_000

/** Characters of a name, a version or a license; database keys are built of them. */
export const maxTextLength = 500

/** Levels of nesting that an issue's place spells out: the place of a deep component would fill pages. */
export const maxPlaceDepth = 20
