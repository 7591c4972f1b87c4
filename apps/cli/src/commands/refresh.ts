import { showControls } from '@assay/text/invisible.ts'
import { clientOf } from '../api.ts'
import { printIssues } from '../output/print-issues.ts'
import { findProject } from '../scan/find-project.ts'
import { finished } from '../scan/scan-inventory.ts'
import type { Settings } from '../settings.ts'

const log = (text: string) => void process.stderr.write(`${showControls(text)}\n`)

const found = {
  pull: 'fetched from the repository',
  rescan: 'the last inventory: the repository is not connected',
}

export interface RefreshOptions {
  branch?: string
  json?: boolean
}

/** Lets the server scan a branch as it is in the repository, if that is connected. */
export async function refresh(
  settings: Settings,
  project: string,
  { branch, json }: RefreshOptions,
): Promise<void> {
  const api = clientOf(settings)
  const { uuid: accountUuid } = await api.accounts.me()
  const projectUuid = await findProject(api, accountUuid, project)
  const query = branch === undefined ? {} : { branch }
  const begun = await api.pullServer.refresh({ params: { projectUuid }, query })
  log(`Scanning ${project}, branch ${begun.branch} (${found[begun.source]})`)
  const build = await finished(api, begun, () => {})
  printIssues(build, log)
  if (json) return void process.stdout.write(`${JSON.stringify(build)}\n`)
  const { security, stability, licensing, outcome } = build
  const scores = `security ${security}, stability ${stability}, licensing ${licensing}`
  process.stdout.write(`${showControls(`${scores}: ${outcome}`)}\n`)
}
