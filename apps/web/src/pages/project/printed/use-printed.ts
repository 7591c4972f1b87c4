import type { Overview } from '@assay/contract/scans.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { usePrinting } from '../../../ui/use-printing.ts'
import { useAfterFirstPaint } from '../../../widgets/use-after-first-paint.ts'
import { useComponents } from '../components/use-components.ts'

/** The browser does not wait for what it prints, so it is loaded before; larger reports are printed from the print view. */
const maxComponents = 2000

/** Whether the browser is printing the report and the print view has all its data. */
export function usePrinted(overview: Overview): boolean {
  const { project, scan } = overview
  const isLoaded = useAfterFirstPaint() && scan.coverage.listed <= maxComponents
  const of = { params: { projectUuid: project.uuid }, query: { reportUuid: scan.uuid } }
  const findings = useQuery({ ...query(api.scans.findings, of), enabled: isLoaded })
  const components = useComponents(overview, isLoaded)
  const isPrinting = usePrinting()
  return isPrinting && findings.data !== undefined && components.data !== undefined
}
