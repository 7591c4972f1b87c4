import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { severityNames } from '../../messages/severity.ts'
import { Severity } from '../../ui/severity.tsx'

/** What the marks in a list of counts mean; narrow pages have the words in each row. */
export const SeverityLegend = () => (
  <p className="m-0 flex flex-wrap gap-x-4 gap-y-1 text-soft max-md:hidden">
    {ratedSeverities.map((severity) => (
      <Severity key={severity} severity={severity} word={severityNames[severity]} />
    ))}
  </p>
)
