import { projectName } from '@assay/engine/project-address.ts'

/** The parts of a project's name shown in gray and bold: 'github.com/org/' and 'repo'. */
export interface SplitName {
  nameFront: string
  nameTail: string
}

/** Normalizes repository spellings and splits before the last segment. */
export function splitName(name: string): SplitName {
  const shown = isAddress.test(name) ? projectName(name) : name.trim().replace(/(?<!\/)\/+$/, '') || name
  const slash = shown.lastIndexOf('/')
  // 'docker:image:1.2': the kind is followed by the name with its tag.
  const end = (slash >= 0 ? slash : shown.indexOf(':')) + 1
  return { nameFront: shown.slice(0, end), nameTail: shown.slice(end) }
}

/** Custom names are kept as entered. */
const isAddress = /^\s*[^\s/]*[:@]/
