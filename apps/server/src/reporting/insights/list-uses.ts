import type { contract } from '@assay/contract/contract.ts'
import type { ParsedInput } from '@assay/contract/endpoint.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { readCursor, writeCursor } from '#platform/http/list-cursor.ts'
import { type Candidate, listCandidates, type Selection } from './dependency-store.ts'
import { ecosystemOf, readSelection } from './read-filter.ts'
import { listUses, type UseRow } from './use-store.ts'

type Query = ParsedInput<typeof contract.insights.uses>['query']

/** Uses of a version; empty if unused or out of scope. */
export async function readUses(db: Database, scope: Scope, query: Query) {
  const position = readCursor(query.cursor, 3)
  const selection = await readSelection(db, scope, query)
  const candidate = await findCandidate(db, scope, { query, selection })
  if (!candidate) return { uses: [], nextCursor: null }
  const [project = '', branch = '', digest = ''] = position ?? []
  const rows = await listUses(db, scope, {
    selection,
    candidate,
    after: position && { project, branch, digest },
    limit: query.limit + 1,
  })
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    uses: shown.map(wireUse),
    nextCursor: last ? writeCursor([last.projectUrl, last.branch, last.digest]) : null,
  }
}

const wireUse = ({ digest: _digest, scannedAt, ...row }: UseRow) => ({
  ...row,
  scannedAt: scannedAt.getTime(),
})

/** All spellings of the name that count as one component. */
async function findCandidate(
  db: Database,
  scope: Scope,
  { query, selection }: { query: Query; selection: Selection },
): Promise<Candidate | undefined> {
  const { ecosystem = null, name, version } = query
  const packageName = ecosystemOf(ecosystem)?.normalizeName(name) ?? name
  const filter = { ...everything, selection, exact: { ecosystem, name, packageName, version } }
  const found = await listCandidates(db, scope, {
    filter,
    source: 'catalog',
    after: null,
    limit: maxSpellings,
  })
  const same = found.filter((each) => each.ecosystem === ecosystem && each.version === version)
  return same.find(({ names }) => names.includes(name)) ?? same[0]
}

const everything = {
  namePart: '',
  ecosystems: [],
  license: '',
  isVulnerable: false,
  isOutdated: false,
  isDeprecated: false,
  relation: null,
}

/** Mostly binary packages of one source package. */
const maxSpellings = 500
