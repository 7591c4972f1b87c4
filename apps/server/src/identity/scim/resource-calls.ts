import type { FastifyReply } from 'fastify'
import type { Caller, Scope } from '#auth/scope.ts'
import type { Change } from '#auth/router/change.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { respond } from '#auth/router/reply.ts'
import { throwNotFound } from '#platform/http/problem.ts'
import { type ListQuery, type ScimContext, pageOf, readPage, scopeOf } from './exchange.ts'
import { type Projection, project } from './resources.ts'
import type { Page } from './store.ts'

/** The differences between users and groups. */
export interface ResourceKind<Row, Shown, Input> {
  what: 'member' | 'team'
  find(db: Database, scope: Scope, uuid: string): Promise<Row | undefined>
  /** Locks the row until the transaction ends, since changes are based on what was read. */
  lock(tx: Tx, scope: Scope, change: { uuid: string; inputOf: InputOf<Row, Input> }): Promise<unknown>
  show(row: Row): Shown
  /** Name in the audit log. */
  auditedValues(row: Row): object
  /** Both return the additional audit details. */
  create(tx: Tx, scope: Scope, input: Input): Promise<{ uuid: string; more?: object }>
  replace(tx: Tx, scope: Scope, change: { before: Row; input: Input }): Promise<{ more?: object }>
  /** In the same transaction. */
  onReplaced?(tx: Tx, scope: Scope, change: { before: Row; after: Row }): Promise<void>
  /** Returns whether it existed. */
  remove(tx: Tx, scope: Scope, uuid: string): Promise<boolean>
}

/** The new state of the row. Throws SCIM errors. */
export type InputOf<Row, Input> = (row: Row, tx: Tx) => Input | Promise<Input>

interface ChangeInput {
  caller: Caller
  change: Change
}

/** Endpoints common to users and groups. */
export function resourceCalls<Row, Shown extends { meta?: { location: string } | undefined }, Input>(
  { db }: Pick<ScimContext, 'db'>,
  kind: ResourceKind<Row, Shown, Input>,
) {
  const rowOf = async (tx: Database, scope: Scope, uuid: string): Promise<Row> =>
    (await kind.find(tx, scope, uuid)) ?? throwNotFound(kind.what)
  return {
    async list(
      { caller, query }: { caller: Caller; query: ListQuery & Projection },
      find: (scope: Scope, page: Page) => Promise<{ total: number; rows: Row[] }>,
    ) {
      const page = readPage(query)
      const { total, rows } = await find(scopeOf(caller), page)
      const resources = rows.map((row) => project(kind.show(row), query))
      return pageOf(resources, { total, startIndex: page.offset + 1 })
    },
    get: async ({ caller, query }: { caller: Caller; query: Projection }, uuid: string) =>
      project(kind.show(await rowOf(db, scopeOf(caller), uuid)), query),
    async create({ caller, change, reply }: ChangeInput & { reply: FastifyReply }, input: Input) {
      const scope = scopeOf(caller)
      const after = await change(async (tx) => {
        const { uuid, more } = await kind.create(tx, scope, input)
        const row = await rowOf(tx, scope, uuid)
        const target = { [`${kind.what}Uuid`]: uuid }
        return { result: kind.show(row), target, after: { ...kind.auditedValues(row), ...more } }
      })
      reply.header('location', after.meta?.location)
      return respond(201, after)
    },
    async replace({ caller, change }: ChangeInput, uuid: string, inputOf: InputOf<Row, Input>) {
      const scope = scopeOf(caller)
      const shown = await change(async (tx) => {
        await kind.lock(tx, scope, { uuid, inputOf })
        const before = await rowOf(tx, scope, uuid)
        const { more } = await kind.replace(tx, scope, { before, input: await inputOf(before, tx) })
        const after = await rowOf(tx, scope, uuid)
        const auditedValues = {
          before: kind.auditedValues(before),
          after: { ...kind.auditedValues(after), ...more },
        }
        await kind.onReplaced?.(tx, scope, { before, after })
        return { result: kind.show(after), ...auditedValues }
      })
      return shown
    },
    remove({ caller, change }: ChangeInput, uuid: string) {
      const scope = scopeOf(caller)
      return change(async (tx) => {
        const before = await rowOf(tx, scope, uuid)
        if (!(await kind.remove(tx, scope, uuid))) throwNotFound(kind.what)
        return { result: respond(204, '' as const), before: kind.auditedValues(before) }
      })
    },
  }
}
