import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useSession } from '../../../api/session.tsx'
import { firstScan } from '../../../messages/first-scan.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { SetupChecklist } from '../../../widgets/scan/setup-checklist.tsx'
import { FirstCommand } from './first-command.tsx'
import { LoadDemo } from './load-demo.tsx'
import { FirstScanOption } from './first-scan-option.tsx'

interface Props {
  onFiles: (files: File[]) => void
}

const messages = firstScan.file

const refetchMs = 3000

/** Four ways to the first scan, and the steps after it, for an account without projects. */
export function GettingStarted({ onFiles }: Props) {
  const { state } = useSession()
  const queries = useQueryClient()
  const user = state.status === 'member' ? state.user : null
  const accountUuid = user?.account.uuid ?? ''
  const { data, dataUpdatedAt } = useQuery({
    ...query(api.projects.count, { params: { accountUuid } }),
    enabled: user !== null,
    refetchInterval: refetchMs,
  })
  const { data: demo } = useQuery({
    ...query(api.demo.progress, { params: { accountUuid } }),
    enabled: user !== null,
  })
  // Demo projects are created one by one.
  const isShown = data?.count === 0 || demo?.state === 'loading'
  const wasShown = useRef(false)
  useEffect(() => {
    if (dataUpdatedAt === 0) return
    wasShown.current ||= isShown
    // A project exists and will be scanned soon: poll until the dashboard has data.
    if (wasShown.current && !isShown) void queries.invalidateQueries({ queryKey: ['metrics'] })
  }, [isShown, dataUpdatedAt, queries])
  if (!user || !isShown) return null
  const hasPermission = (permission: string) => user.permissions.includes(permission)
  return (
    <>
      <section aria-label={firstScan.lead} className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <FileOption onFiles={onFiles} isAllowed={hasPermission('reports.edit')} />
        <FirstCommand accountUuid={accountUuid} isAllowed={hasPermission('reports.edit')} />
        <ConnectRepository isAllowed={hasPermission('configuration.edit')} />
        <LoadDemo accountUuid={accountUuid} isAllowed={hasPermission('configuration.edit')} />
      </section>
      {hasPermission('configuration.edit') && <SetupChecklist />}
    </>
  )
}

const ConnectRepository = ({ isAllowed }: { isAllowed: boolean }) => (
  <FirstScanOption title={firstScan.repository.title} explanation={firstScan.repository.explanation}>
    {isAllowed ? (
      <Link
        to={paths.settingsSection}
        params={{ section: 'integrations' }}
        className="inline-flex h-8 items-center rounded-md border border-line bg-raised px-3 text-sm font-medium text-ink no-underline hover:bg-hover"
      >
        {firstScan.repository.connect}
      </Link>
    ) : (
      <span className="text-xs text-soft">{firstScan.repository.notAllowed}</span>
    )}
  </FirstScanOption>
)

function FileOption({ onFiles, isAllowed }: Props & { isAllowed: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <FirstScanOption title={messages.title} explanation={messages.explanation}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={messages.choose}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        variant="primary"
        aria-disabled={!isAllowed}
        title={isAllowed ? undefined : messages.notAllowed}
        onPress={() => isAllowed && input.current?.click()}
      >
        {messages.choose}
      </Button>
    </FirstScanOption>
  )
}
