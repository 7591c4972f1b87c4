import type { ProjectProperty } from '@assay/contract/intake/dependency-track-objects.ts'
import { sql } from 'kysely'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'

const columns = sql`group_name as "groupName", name as "propertyName", value as "propertyValue",
  type as "propertyType", description`

type Row = { [K in keyof Required<ProjectProperty>]: string | null } & {
  groupName: string
  propertyName: string
  propertyType: string
}

const wire = ({ propertyValue, description, ...row }: Row): ProjectProperty => ({
  ...row,
  ...(propertyValue !== null && { propertyValue }),
  ...(description !== null && { description }),
})

/** The caller checks access to the branch. */
export async function listProperties(
  db: Database,
  { accountUuid }: Scope,
  branchUuid: string,
): Promise<ProjectProperty[]> {
  const { rows } = await sql<Row>`
    select ${columns} from version_property
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid} order by group_name, name`.execute(db)
  return rows.map(wire)
}

export interface PropertyOf {
  branchUuid: string
  property: ProjectProperty
}

/** False if there is one of that name. */
export async function insertProperty(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, property }: PropertyOf,
): Promise<boolean> {
  const { groupName, propertyName, propertyValue = null, propertyType, description = null } = property
  const { numAffectedRows = 0n } = await sql`
    insert into version_property (account_uuid, branch_uuid, group_name, name, value, type, description)
    values (${accountUuid}, ${branchUuid}, ${groupName}, ${propertyName}, ${propertyValue}, ${propertyType},
      ${description}) on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

/** undefined if there is none. */
export async function updateProperty(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, property }: PropertyOf,
): Promise<ProjectProperty | undefined> {
  const { groupName, propertyName, propertyValue = null } = property
  const { rows } = await sql<Row>`
    update version_property set value = ${propertyValue}
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
      and group_name = ${groupName} and name = ${propertyName} returning ${columns}`.execute(tx)
  return rows[0] && wire(rows[0])
}

/** False if there is none. */
export async function deleteProperty(
  tx: Tx,
  { accountUuid }: Scope,
  { branchUuid, property: { groupName, propertyName } }: PropertyOf,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from version_property
    where account_uuid = ${accountUuid} and branch_uuid = ${branchUuid}
      and group_name = ${groupName} and name = ${propertyName}`.execute(tx)
  return numAffectedRows > 0n
}
