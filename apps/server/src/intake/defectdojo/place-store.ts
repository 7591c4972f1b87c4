import { projectIdentity } from '@assay/engine/project-address.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { anyProjectInScope } from '#projects/in-scope-store.ts'
import { uuidsOfId } from './dojo-id.ts'

/** A project, which is a product there. */
export interface ProductRow {
  uuid: string
  name: string
  tags: string[]
  createdAt: Date
}

/** A branch, which is an engagement there. */
export interface EngagementRow {
  uuid: string
  name: string
  projectUuid: string
  projectName: string
  createdAt: Date
}

export interface ListRange {
  limit: number
  offset: number
}

interface ProductFilter {
  id?: number | undefined
  /** Its name, or its url in any spelling. */
  name?: string | undefined
  /** A part of its name, in any case. */
  text?: string | undefined
}

export const hasId = (column: RawBuilder<unknown>, id: number | undefined) => {
  if (id === undefined) return sql<SqlBool>`true`
  const [from, to] = uuidsOfId(id)
  return sql<SqlBool>`${column} between ${from}::uuid and ${to}::uuid`
}

export const isNamed = (name: string | undefined) =>
  name === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(project.identity = ${projectIdentity(name)} or project.name = ${name})`

const contains = (column: RawBuilder<unknown>, text: string | undefined) =>
  text === undefined ? sql<SqlBool>`true` : sql<SqlBool>`position(lower(${text}) in lower(${column})) > 0`

/** With the number of all. */
export async function listProducts(
  db: Database,
  scope: Scope,
  { id, name, text, limit, offset }: ProductFilter & ListRange,
): Promise<{ items: ProductRow[]; total: number }> {
  const { rows } = await sql<ProductRow & { total: number }>`
    select uuid, name, tags, created_at as "createdAt", count(*) over ()::int as total from project
    where account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}
      and ${hasId(sql`project.uuid`, id)} and ${isNamed(name)}
      and ${contains(sql`project.name`, text)}
    order by project.identity = ${projectIdentity(name ?? '')} desc, name, uuid
    limit ${limit} offset ${offset}`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

export const findProduct = async (db: Database, scope: Scope, filter: ProductFilter) =>
  (await listProducts(db, scope, { ...filter, limit: 1, offset: 0 })).items[0]

interface EngagementFilter {
  id?: number | undefined
  productId?: number | undefined
  uuid?: string | undefined
  projectUuid?: string | undefined
  name?: string | undefined
  text?: string | undefined
}

const isEqual = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${value}`

/** With the number of all. */
export async function listEngagements(
  db: Database,
  scope: Scope,
  { id, productId, uuid, projectUuid, name, text, limit, offset }: EngagementFilter & ListRange,
): Promise<{ items: EngagementRow[]; total: number }> {
  const { rows } = await sql<EngagementRow & { total: number }>`
    select branch.uuid, branch.name, project.uuid as "projectUuid", project.name as "projectName",
      branch.created_at as "createdAt", count(*) over ()::int as total
    from branch join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where branch.account_uuid = ${scope.accountUuid} and ${anyProjectInScope(scope)}
      and ${hasId(sql`branch.uuid`, id)} and ${hasId(sql`project.uuid`, productId)}
      and ${isEqual(sql`branch.uuid`, uuid)} and ${isEqual(sql`project.uuid`, projectUuid)}
      and ${isEqual(sql`branch.name`, name)} and ${contains(sql`branch.name`, text)}
    order by project.name, branch.name, branch.uuid limit ${limit} offset ${offset}`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

export const findEngagement = async (db: Database, scope: Scope, filter: EngagementFilter) =>
  (await listEngagements(db, scope, { ...filter, limit: 1, offset: 0 })).items[0]
