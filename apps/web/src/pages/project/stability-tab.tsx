import type { ComponentItem } from '@assay/contract/scans.ts'
import { report as messages } from '../../messages/report.ts'
import { ComponentList } from './component-list.tsx'
import { requiredColumn } from './component-name.tsx'
import { isUnstable, type NewerVersion } from './components-model.ts'
import type { TabProps } from './props.ts'

const { columns: titles, ...texts } = messages.stability

const step = (name: NewerVersion) => ({
  title: titles[name],
  className: 'tabular',
  cell: (row: ComponentItem) => row[name] ?? <span className="text-soft">{texts.unknown}</span>,
})

const columns = [
  { ...step('latestPatch'), sort: 'step' as const },
  step('latestMinor'),
  step('latestMajor'),
  requiredColumn(titles.required),
]

const notesOf = ({ stability }: ComponentItem) => stability

export const StabilityTab = (props: TabProps) => (
  <ComponentList
    {...props}
    {...{ columns, notesOf }}
    texts={{ ...texts, name: titles.name }}
    isListed={isUnstable}
    firstSort="step"
  />
)
