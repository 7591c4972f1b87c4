// Jira: credentials are checked; an issue is created once, and eventually has a key.
import { args, ask, check, done, jsonOf, listOf, textOf, until } from './client.ts'

interface Issue {
  uuid: string
  key: string | null
  state: string
}

const { account, pid, url, apiToken } = args('account', 'pid', 'url', 'apiToken')
const base = `/api/v1/integrations/jira/accounts/${account}`
const config = { url, email: 'bot@example.org', apiToken, jiraProject: 'ABC' }

const wrong = await ask('POST', `${base}/config/check`, { body: { ...config, apiToken: 'wrong' } })
check(wrong.status === 400, `A wrong token returned ${wrong.status}`)
await jsonOf('POST', `${base}/config/check`, { body: config })
await jsonOf('POST', `${base}/config`, { body: config, statuses: [200, 202] })
check(!(await textOf('GET', `${base}/config`)).includes(apiToken), 'The configuration contains the token')
const projects = await listOf<{ key: string }>(`${base}/jiraprojects`)
check(
  projects.some(({ key }) => key === 'ABC'),
  'The project ABC is not listed',
)
const meta = await jsonOf<{ issueTypes: unknown[] }>('GET', `${base}/jiraprojects/ABC/issues/meta`)
check(meta.issueTypes?.length > 0, 'There are no issue types')
const body = { branch: 'main', ecosystem: 'npm', packageName: 'lodash' }
const create = () => jsonOf<Issue>('POST', `${base}/projects/${pid}/issues`, { body, statuses: [200, 201] })
const issue = await create()
check(issue.uuid, 'The issue has no uuid')
check((await create()).uuid === issue.uuid, 'A second issue was created for the same finding')
const created = await until('the issue', async () => {
  const issues = await listOf<Issue>(`${base}/projects/${pid}/issues`)
  check(issues.length === 1, `There are ${issues.length} issues`)
  return issues[0]!.key === null ? null : issues[0]!
})
check(/^ABC-\d+$/.test(created.key ?? ''), `Invalid issue key ${created.key}`)
done(`created ${created.key}`)
