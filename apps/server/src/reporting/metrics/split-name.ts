import { projectName } from '@assay/engine/project-address.ts'

/** What a project's name shows in gray and in bold: 'github.com/org/' and 'repo'. */
export interface SplitName {
  nameFront: string
  nameTail: string
}

/** Shows every spelling of a repository alike, and splits before the last part. */
export function splitName(name: string): SplitName {
  const shown = isAddress.test(name) ? projectName(name) : name.trim().replace(/(?<!\/)\/+$/, '') || name
  const slash = shown.lastIndexOf('/')
  // 'docker:image:1.2': what stands after the kind is the name, with its tag.
  const end = (slash >= 0 ? slash : shown.indexOf(':')) + 1
  return { nameFront: shown.slice(0, end), nameTail: shown.slice(end) }
}

/** Names that people gave stay as they wrote them. */
const isAddress = /^\s*[^\s/]*[:@]/
