// Limits of a document.

/** Maximum size of a document; larger ones are rejected before they are read into memory. */
export const maxDocumentBytes = 256 * 1024 * 1024

/** Maximum components of a document; larger documents are rejected. */
export const maxComponents = 200_000

/**
 * Maximum versions of one package in an inventory: each is matched with each of its advisories, which can be thousands.
 * The largest lockfiles have a few dozen.
 */
export const maxVersions = 200

/** Maximum issues recorded per document; further ones are counted. */
export const maxIssues = 1_000

/** Maximum length of a name, version or license, since database keys contain them. */
export const maxTextLength = 500

/** Maximum nesting depth included in an issue's location. */
export const maxLocationDepth = 20
