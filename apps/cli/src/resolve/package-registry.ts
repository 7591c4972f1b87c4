/** A package registry. */
export interface PackageRegistry {
  /** Without a slash at the end. */
  url: string
  /** The value of Authorization, for its host only. */
  authorization?: string
  /** '@acme': only for packages whose names begin so. */
  scope?: string
  /** Named by a project alone, so that it is never asked. */
  isUntrusted?: true
}
