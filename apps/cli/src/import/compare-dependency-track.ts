import { withoutQualifiers } from '@assay/engine/purl.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import type { Api } from '../api.ts'
import { compareFindings, type Compared, type ListedFinding } from './compare-findings.ts'
import {
  type Connection,
  connectDependencyTrack,
  type DependencyTrack,
  listAll,
} from './dependency-track-client.ts'
import { type TheirProject, titleOf } from './dependency-track-objects.ts'
import { keyOf } from './import-versions.ts'

export interface ComparedVersion extends Compared {
  name: string
  /** Not here, or without a scan. */
  isMissing: boolean
}

/** Compares both servers version by version; this one answers the same calls. */
export async function compareDependencyTrack(
  api: Api,
  theirs: Connection,
  ours: Connection,
): Promise<ComparedVersion[]> {
  const [there, here] = [connectDependencyTrack(theirs), connectDependencyTrack(ours)]
  const own = new Map(
    (await listAll<TheirProject>(here, '/api/v1/project')).map((each) => [keyOf(each), each]),
  )
  const isKnown = knowledgeOf(api)
  const compared: ComparedVersion[] = []
  for await (const page of there.list<TheirProject>('/api/v1/project')) {
    for (const project of page.filter(({ lastBomImport }) => lastBomImport)) {
      const mine = own.get(keyOf(project))
      const name = titleOf(project)
      if (!mine?.lastBomImport) compared.push({ name, isMissing: true, both: 0, differences: [] })
      else {
        const sides = {
          theirs: await findingsOf(there, project),
          ours: await findingsOf(here, mine),
          components: await componentsOf(here, mine),
          isKnown,
        }
        compared.push({ name, isMissing: false, ...(await compareFindings(sides)) })
      }
    }
  }
  return compared
}

const findingsOf = (server: DependencyTrack, { uuid }: TheirProject) =>
  listAll<ListedFinding>(server, `/api/v1/finding/project/${uuid}?suppressed=true`)

const componentsOf = async (server: DependencyTrack, { uuid }: TheirProject): Promise<Set<string>> =>
  new Set(
    (await listAll<{ purl?: string }>(server, `/api/v1/component/project/${uuid}`)).flatMap(({ purl }) =>
      purl === undefined ? [] : [withoutQualifiers(purl)],
    ),
  )

/** Each id is looked up once. */
function knowledgeOf(api: Api): (vulnId: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const lookUp = async (id: string) => {
    try {
      await api.vulnerabilities.get({ params: { id } })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return false
      throw error
    }
  }
  return (id) => {
    const found = known.get(id) ?? lookUp(id)
    known.set(id, found)
    return found
  }
}
