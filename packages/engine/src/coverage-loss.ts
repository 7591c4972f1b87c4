/** What a scan covered, as compared with later scans of its branch. */
export interface Covered {
  listed: number
  checked: number
  /** Gaps that may hide a vulnerability. */
  hiding: number
  /** Paths of the scanned files. */
  files: readonly string[]
  /** Languages of the inventory. */
  languages: readonly string[]
}

/**
 * Whether a scan covers less than an earlier one of its branch, so that its numbers do not compare: it lists nothing,
 * lacks a file or a language, or packages that used to be checked no longer are. Fewer packages alone are no loss, since
 * dependencies are removed, too. Neither are other file names, since documents are renamed with each version.
 */
export function coversLess(now: Covered, before: Covered): boolean {
  if (now.checked >= before.checked) return false
  return (
    now.listed === 0 ||
    now.hiding > before.hiding ||
    new Set(now.files).size < new Set(before.files).size ||
    before.languages.some((language) => !now.languages.includes(language))
  )
}
