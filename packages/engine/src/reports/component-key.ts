import type { ReportFinding } from './scan-report.ts'

/** A component of a report and its findings have the same. */
export const componentKey = ({
  language,
  name,
  version,
}: Pick<ReportFinding, 'language' | 'name' | 'version'>) => `${language}\n${name}\n${version}`
