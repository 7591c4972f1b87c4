import { useState } from 'react'
import { formatChange, formatNumber } from '../../../language/format.ts'
import { score as messages } from '../../../messages/score.ts'
import { Button } from '../../../ui/button.tsx'
import { cellStyle, Header, numberCell, rowStyle, Table } from '../../../ui/table.tsx'
import type { ReportProps } from '../report/props.ts'
import { otherTab } from '../report/search.ts'
import type { ScoreBreakdown } from './score-model.ts'

const { columns } = messages

/** Shown at first. */
const topPackages = 10

interface Props extends ReportProps {
  parts: ScoreBreakdown
  score: number
}

/** What the score would be without each package's findings, and the releases that close them. */
export function PackageParts({ parts: { packages }, score, onSearch }: Props) {
  const [isAllShown, setAllShown] = useState(false)
  const shown = isAllShown ? packages : packages.slice(0, topPackages)
  return (
    <div className="grid gap-2">
      <h3 className="m-0 text-sm font-semibold">{messages.changes}</h3>
      <Table label={messages.changes}>
        <thead>
          <tr>
            <Header title={columns.package} />
            <Header title={columns.findings} isNumber />
            <Header title={columns.points} isNumber />
            <Header title={columns.without} isNumber />
            <Header title={columns.upgrade} className="hidden md:table-cell" />
          </tr>
        </thead>
        <tbody>
          {shown.map((each) => (
            <tr key={each.key} className={rowStyle}>
              <td className={`${cellStyle} break-words`}>{each.package}</td>
              <td className={numberCell}>
                <Button
                  variant="quiet"
                  onPress={() => onSearch({ ...otherTab('security'), q: each.package, view: 'list' })}
                >
                  {formatNumber(each.findings)}
                </Button>
              </td>
              <td className={numberCell}>{formatNumber(each.penalty)}</td>
              <td className={numberCell}>
                {each.scoreWithout}{' '}
                <span className="text-soft">({formatChange(each.scoreWithout - score)})</span>
              </td>
              <td className={`${cellStyle} hidden md:table-cell`}>
                {each.upgrades.length === 0 ? (
                  <span className="text-soft">{messages.noUpgrade}</span>
                ) : (
                  each.upgrades.join(', ')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {packages.length > shown.length && (
        <div>
          <Button variant="quiet" onPress={() => setAllShown(true)}>
            {messages.showAll(packages.length)}
          </Button>
        </div>
      )}
    </div>
  )
}
