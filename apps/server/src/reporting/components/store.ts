import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { projectInScope } from '#projects/in-scope-store.ts'

interface Component {
  ecosystem: string
  packageName: string
  version: string
}

/** Declarations in current and earlier inventories of projects in scope. */
export const listDeclaredLicenses = (db: Database, scope: Scope, component: Component): Promise<string[]> =>
  listDeclared(db, scope, {
    component,
    column: sql`unnest(component.licenses)`,
    isDeclared: sql`component.license_source is null`,
  })

export const listDeclaredCopyrights = (db: Database, scope: Scope, component: Component): Promise<string[]> =>
  listDeclared(db, scope, {
    component,
    column: sql`component.copyright`,
    isDeclared: sql`component.copyright is not null`,
  })

interface Declared {
  component: Component
  column: RawBuilder<unknown>
  isDeclared: RawBuilder<unknown>
}

async function listDeclared(
  db: Database,
  scope: Scope,
  { component: { ecosystem, packageName, version }, column, isDeclared }: Declared,
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct ${column} as text
    from component
    join branch on branch.account_uuid = component.account_uuid and branch.uuid = component.branch_uuid
    join project on project.account_uuid = branch.account_uuid and project.uuid = branch.project_uuid
    where component.account_uuid = ${scope.accountUuid} and ${projectInScope(scope)}
      and component.ecosystem = ${ecosystem} and component.package_name = ${packageName}
      and component.version = ${version} and ${isDeclared}
    order by 1`.execute(db)
  return rows.map(({ text }) => text)
}
