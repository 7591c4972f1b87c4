import { Link } from '@tanstack/react-router'
import { fixes } from '../../messages/fixes.ts'
import { firstScan } from '../../messages/first-scan.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { type FileScan, useScanEach } from './use-scan-each.ts'

const messages = firstScan.dialog

interface Props {
  files: readonly File[]
  branch: string
  onClose: () => void
}

/** Progress of scanning several files, then links to the results. */
export function ScanEach({ files, branch, onClose }: Props) {
  const scans = useScanEach(files, branch)
  const ended = scans.filter(({ step }) => step === 'success' || step === 'failed').length
  return (
    <>
      <p role="status" className="tabular m-0 font-medium">
        {messages.scanned(ended, scans.length)}
      </p>
      <ul className="m-0 grid max-h-64 list-none gap-1 overflow-y-auto p-0" aria-label={messages.projects}>
        {scans.map((scan, index) => (
          <Line key={index} {...scan} />
        ))}
      </ul>
      <div className="flex items-center gap-2">
        {ended === scans.length && (
          <Link
            data-target
            to={paths.fixes}
            search={{ sort: 'closes' }}
            className="grid h-8 place-items-center rounded-md bg-accent px-3 text-sm font-medium text-accent-ink no-underline hover:brightness-110"
          >
            {fixes.title}
          </Link>
        )}
        <Button variant="quiet" onPress={onClose}>
          {messages.close}
        </Button>
      </div>
    </>
  )
}

const Line = ({ name, step, reason }: FileScan) => (
  <li className="flex flex-wrap items-baseline justify-between gap-x-4">
    <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
    <span className={step === 'failed' ? 'text-danger' : 'text-soft'}>{messages.fileSteps[step]}</span>
    {reason !== '' && <span className="w-full text-xs text-soft [overflow-wrap:anywhere]">{reason}</span>}
  </li>
)
