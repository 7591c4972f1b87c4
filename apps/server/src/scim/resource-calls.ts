import type { FastifyReply } from 'fastify'
import type { Caller, Scope } from '../auth/scope.ts'
import type { Change } from '../audit/record-change.ts'
import type { Database, Tx } from '../database/database.ts'
import { reply } from '../http/implement.ts'
import { missing } from '../http/problem.ts'
import { type Own, pageOf, readPage, scopeOf } from './exchange.ts'
import { type Projection, project } from './resources.ts'
import type { Page } from './store.ts'

/** What users and groups differ by. */
export interface ResourceKind<Row, Shown, Input> {
  what: 'member' | 'team'
  find(db: Database, scope: Scope, uuid: string): Promise<Row | undefined>
  show(row: Row): Shown
  /** As the audit log has it. */
  told(row: Row): object
  /** Both say what the log needs beside that. */
  create(tx: Tx, scope: Scope, input: Input): Promise<{ uuid: string; more?: object }>
  replace(tx: Tx, scope: Scope, change: { before: Row; input: Input }): Promise<{ more?: object }>
  /** When it is done and kept. */
  onReplaced?(before: Row, after: Row): void
  remove(tx: Tx, scope: Scope, uuid: string): Promise<unknown>
}

interface Changing {
  caller: Caller
  record: (change: Change) => void
}

/** What is done with a resource of either kind. */
export function resourceCalls<Row, Shown extends { meta?: { location: string } | undefined }, Input>(
  { db }: Pick<Own, 'db'>,
  kind: ResourceKind<Row, Shown, Input>,
) {
  const rowOf = async (tx: Database, scope: Scope, uuid: string): Promise<Row> =>
    (await kind.find(tx, scope, uuid)) ?? missing(kind.what)
  return {
    async list(
      { caller, query }: { caller: Caller; query: Parameters<typeof readPage>[0] & Projection },
      find: (scope: Scope, page: Page) => Promise<{ total: number; rows: Row[] }>,
    ) {
      const page = readPage(query)
      const { total, rows } = await find(scopeOf(caller), page)
      const resources = rows.map((row) => project(kind.show(row), query))
      return pageOf(resources, { total, startIndex: page.offset + 1 })
    },
    get: async ({ caller, query }: { caller: Caller; query: Projection }, uuid: string) =>
      project(kind.show(await rowOf(db, scopeOf(caller), uuid)), query),
    async create({ caller, record, out }: Changing & { out: FastifyReply }, input: Input) {
      const scope = scopeOf(caller)
      const { uuid, more } = await db.transaction().execute((tx) => kind.create(tx, scope, input))
      const row = await rowOf(db, scope, uuid)
      record({ target: { [`${kind.what}Uuid`]: uuid }, after: { ...kind.told(row), ...more } })
      const after = kind.show(row)
      out.header('location', after.meta?.location)
      return reply(201, after)
    },
    /** inputOf throws SCIM errors. */
    async replace({ caller, record }: Changing, uuid: string, inputOf: (row: Row) => Input) {
      const [before, after] = await db.transaction().execute(async (tx) => {
        const scope = scopeOf(caller)
        const before = await rowOf(tx, scope, uuid)
        const { more } = await kind.replace(tx, scope, { before, input: inputOf(before) })
        const after = await rowOf(tx, scope, uuid)
        record({ before: kind.told(before), after: { ...kind.told(after), ...more } })
        return [before, after] as const
      })
      kind.onReplaced?.(before, after)
      return kind.show(after)
    },
    async remove({ caller, record }: Changing, uuid: string) {
      const scope = scopeOf(caller)
      const before = await rowOf(db, scope, uuid)
      await db.transaction().execute((tx) => kind.remove(tx, scope, uuid))
      record({ before: kind.told(before) })
      return reply(204, '' as const)
    },
  }
}
