import type { SecurityScoring } from '@assay/engine/vocabulary.ts'
import { formatNumber } from '../../../language/format.ts'
import { score as messages } from '../../../messages/score.ts'
import { severityNames } from '../../../messages/severity.ts'
import { Button } from '../../../ui/button.tsx'
import { Severity } from '../../../ui/severity.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import type { ReportProps } from '../report/props.ts'
import { otherTab } from '../report/search.ts'
import type { ScoreBreakdown } from './score-model.ts'

const { columns } = messages

interface Props extends ReportProps {
  parts: ScoreBreakdown
  scoring: SecurityScoring
}

/** Points by severity; each count leads to the findings that it counts. */
export const SeverityParts = ({ parts, scoring, onSearch }: Props) => (
  <div className="grid gap-2">
    <h3 className="m-0 text-sm font-semibold">{messages.parts}</h3>
    <Table label={messages.parts}>
      <thead>
        <tr>
          <Header title={columns.severity} />
          <Header title={columns.findings} isNumber />
          <Header title={columns.each} isNumber />
          <Header title={columns.points} isNumber />
        </tr>
      </thead>
      <tbody>
        {parts.severities.map(({ severity, findings, penalty }) => (
          <tr key={severity} className={rowStyle}>
            <td className={cellStyle}>
              <Severity severity={severity} word={severityNames[severity]} />
            </td>
            <td className={numberCell}>
              <Button
                variant="quiet"
                onPress={() => onSearch({ ...otherTab('security'), severity, view: 'list' })}
              >
                {formatNumber(findings)}
              </Button>
            </td>
            <td className={numberCell}>
              {scoring === 'cvss' && severity !== 'NONE' ? messages.byCvss : formatNumber(penalty / findings)}
            </td>
            <td className={numberCell}>{formatNumber(penalty)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  </div>
)
