import { projectSpellings } from '@assay/engine/project-address.ts'
import type { ProjectProduct } from '@assay/engine/vex/is-subject.ts'
import { isIri } from '@assay/engine/vex/statement-log.ts'

/** Identifiers of a project in VEX documents: its url as in its own exports, its uuid, or other spellings of the url. */
export const productIdsOf = ({ url, uuid }: { url: string; uuid: string }): [string, ...string[]] => [
  isIri(url) ? url : uuidIri(uuid),
  uuidIri(uuid),
  ...projectSpellings(url).filter((spelling) => spelling !== url && isIri(spelling)),
]

export const uuidIri = (uuid: string): string => `urn:uuid:${uuid}`

export const projectProductOf = (project: { url: string; uuid: string; name: string }): ProjectProduct => ({
  ids: productIdsOf(project),
  name: project.name,
})
