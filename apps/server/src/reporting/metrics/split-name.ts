/** What a project's name shows in gray and in bold: 'github.com/org/' and 'repo'. */
export interface SplitName {
  nameFront: string
  nameTail: string
}

/** Drops what tells nobody anything (scheme, user, '.git', query) and splits before the last part. */
export function splitName(name: string): SplitName {
  const shown = withoutNoise(name.trim()) || name
  const slash = shown.lastIndexOf('/')
  // 'docker:image:1.2': what stands after the kind is the name, with its tag.
  const end = (slash >= 0 ? slash : shown.indexOf(':')) + 1
  return { nameFront: shown.slice(0, end), nameTail: shown.slice(end) }
}

const withoutNoise = (name: string) =>
  name
    .replace(/[?#].*$/, '')
    .replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
    // git@github.com:org/repo
    .replace(/^[^/@]+@([^/:]+):(?!\d+\/)/, '$1/')
    .replace(/^[^/@]+@/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/(?<=[^/])\.git$/i, '')
