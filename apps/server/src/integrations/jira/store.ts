import { JiraProjectSettings } from '@assay/contract/jira.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { jsonText } from '#platform/database/json-text.ts'

/** A project's own settings; without a row, all are inherited from the account. */
export async function readProjectSettings(
  db: Database,
  scope: Scope,
  projectUuid: string,
): Promise<JiraProjectSettings> {
  const row = await db
    .selectFrom('jira_project')
    .select('settings')
    .where('account_uuid', '=', scope.accountUuid)
    .where('project_uuid', '=', projectUuid)
    .executeTakeFirst()
  return JiraProjectSettings.parse(row?.settings ?? {})
}

export async function upsertProjectSettings(
  tx: Tx,
  scope: Scope,
  { projectUuid, settings }: { projectUuid: string; settings: JiraProjectSettings },
): Promise<void> {
  const values = { settings: jsonText(settings) }
  await tx
    .insertInto('jira_project')
    .values({ account_uuid: scope.accountUuid, project_uuid: projectUuid, ...values })
    .onConflict((conflict) => conflict.columns(['account_uuid', 'project_uuid']).doUpdateSet(values))
    .execute()
}
