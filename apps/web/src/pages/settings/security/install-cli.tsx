import type { CliRelease } from '@assay/contract/cli.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { settings } from '../../../messages/settings.ts'
import { formatBytes } from '../../../language/format.ts'
import { hrefOf, serverAddress } from '../../../paths.ts'
import { Copied } from '../copied.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'

const messages = settings.security.cli

/** How to install the CLI from this server, for terminals and CI. */
export function InstallCli() {
  const releaseQuery = useQuery(query(api.cli.release, {}))
  const isMissing = releaseQuery.error instanceof ApiError && releaseQuery.error.status === 404
  return (
    <Section title={messages.title} lead={messages.lead}>
      {isMissing ? (
        <p className="m-0">{messages.missing}</p>
      ) : (
        <SettingsQuery query={releaseQuery}>{(release) => <Steps release={release} />}</SettingsQuery>
      )}
    </Section>
  )
}

const Steps = ({ release }: { release: CliRelease }) => (
  <div className="grid gap-4">
    <p className="m-0">
      <a href={hrefOf(release.url)} download={release.file}>
        {messages.download}
      </a>{' '}
      <span className="text-soft">{messages.facts(release.version, formatBytes(release.size))}</span>
    </p>
    <Copied values={commandsOf(release, serverAddress())} />
  </div>
)

const commandsOf = ({ url, file, sha256 }: CliRelease, origin: string) => {
  const { download, install, scan, ci } = messages.steps
  return [
    [download, `curl -fsSLO ${origin}${url} && echo "${sha256}  ${file}" | sha256sum -c`],
    [install, `mkdir -p ~/.local/bin && install -m 755 ${file} ~/.local/bin/assay`],
    [scan, `assay login --url ${origin} && assay scan path/to/project`],
    [ci, `ASSAY_URL=${origin} ASSAY_TOKEN=… node ${file} scan`],
  ] as const
}
