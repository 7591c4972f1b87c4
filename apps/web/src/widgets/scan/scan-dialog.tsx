import { domains } from '@assay/engine/vocabulary.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { firstScan } from '../../messages/first-scan.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ScanEach } from './scan-each.tsx'
import { areInventories, nameWithin, projectNameOf, type ScanRun } from './scan-run-model.ts'
import { CheckedAgainst } from './checked-against.tsx'
import { useScanRun } from './use-scan-run.ts'
import { checkedText, MeasuredScore } from '../findings/checked.tsx'

interface Props {
  files: readonly File[]
  onClose: () => void
}

const messages = firstScan.dialog

/** Asks for the project, then shows the scan's progress. */
export function ScanDialog({ files, onClose }: Props) {
  const { run, start, reset } = useScanRun(files)
  const [url, setUrl] = useState(() => projectNameOf(files))
  const [branch, setBranch] = useState('main')
  useEffect(() => {
    // Unless a name was typed while the file was read.
    void nameWithin(files[0]).then((name) => setUrl((before) => before || name))
  }, [files])
  const [isSeparate, setSeparate] = useState(() => areInventories(files))
  const [isEach, setEach] = useState(false)
  const isUploading = run.step === 'uploading'
  // The second click of a double click lands outside the dialog, which has become smaller.
  const isHeld = isEach || isUploading || run.step === 'running' || run.step === 'done'
  return (
    <Dialog title={messages.titleOf(files.length)} isOpen isHeld={isHeld} onOpenChange={onClose}>
      <p className="m-0 text-soft [overflow-wrap:anywhere]">{files.map(({ name }) => name).join(', ')}</p>
      <div role="status" className="sr-only">
        {stepOf(run)}
      </div>
      {isEach && <ScanEach files={files} branch={branch} onClose={onClose} />}
      {!isEach && (run.step === 'asking' || isUploading) && (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isSeparate) setEach(true)
            else void start({ url: url.trim(), branch: branch.trim() })
          }}
        >
          {files.length > 1 && (
            <Checkbox label={messages.separate} isChecked={isSeparate} onChange={setSeparate} />
          )}
          {!isSeparate && <TextField label={messages.project} value={url} onChange={setUrl} isRequired />}
          <TextField label={messages.branch} value={branch} onChange={setBranch} isRequired />
          <div className="flex gap-2">
            <Button type="submit" variant="primary" isDisabled={isUploading}>
              {messages.scan}
            </Button>
            <Button variant="quiet" onPress={onClose}>
              {messages.cancel}
            </Button>
          </div>
        </form>
      )}
      {(run.step === 'uploading' || run.step === 'running') && <Progress run={run} />}
      {run.step === 'failed' && <Failed run={run} onRetry={reset} onClose={onClose} />}
      {run.step === 'done' && <Done run={run} onClose={onClose} />}
    </Dialog>
  )
}

function stepOf(run: ScanRun): string {
  if (run.step === 'asking') return ''
  if (run.step === 'uploading') return messages.steps.uploading
  if (run.step === 'running') return messages.steps[run.build.status]
  return run.step === 'done' ? messages.steps.success : messages.steps.failed
}

function Progress({ run }: { run: ScanRun }) {
  return (
    <div className="grid gap-2">
      <span aria-hidden>{stepOf(run)}</span>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-track">
        <span className="block h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </span>
    </div>
  )
}

interface EndProps<Step extends ScanRun['step']> {
  run: Extract<ScanRun, { step: Step }>
  onClose: () => void
}

function Failed({ run, onRetry, onClose }: EndProps<'failed'> & { onRetry: () => void }) {
  return (
    <>
      <div role="alert" className="grid gap-1">
        <strong className="font-medium">{messages.steps.failed}</strong>
        <span className="text-soft [overflow-wrap:anywhere]">{run.reason}</span>
      </div>
      <Issues issues={run.issues} />
      <div className="flex gap-2">
        <Button variant="primary" onPress={onRetry}>
          {messages.again}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </>
  )
}

function Done({ run: { build }, onClose }: EndProps<'done'>) {
  return (
    <>
      <dl className="m-0 grid gap-2">
        {domains.map((score) => (
          <div key={score} className="flex items-center justify-between gap-4">
            <dt className="text-soft">{messages.scores[score]}</dt>
            <dd className="m-0">
              {build.measured && (
                <MeasuredScore score={Number(build[score])} domain={score} measured={build.measured} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {build.coverage && <p className="m-0 text-soft">{checkedText(build.coverage)}</p>}
      {build.reportUuid !== null && <CheckedAgainst projectUuid={build.uuid} reportUuid={build.reportUuid} />}
      <Issues issues={build.issues} />
      <div className="flex items-center gap-2">
        <Link
          data-target
          to={paths.projects}
          search={{ pid: build.uuid, ...(build.reportUuid !== null && { reportUuid: build.reportUuid }) }}
          className="grid h-8 place-items-center rounded-md bg-accent px-3 text-sm font-medium text-accent-ink no-underline hover:brightness-110"
        >
          {messages.open}
        </Link>
        <Button variant="quiet" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </>
  )
}

function Issues({ issues }: { issues: readonly { message: string; where: string }[] }) {
  if (issues.length === 0) return null
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-soft">{messages.issues(issues.length)}</summary>
      <ul className="m-0 mt-2 grid max-h-40 gap-1 overflow-auto pl-4">
        {issues.slice(0, 50).map(({ message, where }) => (
          <li key={`${where} ${message}`} className="[overflow-wrap:anywhere]">
            {message} <span className="text-soft">{where}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
