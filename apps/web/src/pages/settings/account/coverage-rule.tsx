import { accounts } from '@assay/contract/accounts.ts'
import { type CoverageStrictness, coverageStrictnesses } from '@assay/engine/vocabulary.ts'
import { coverage } from '../../../messages/coverage.ts'
import { Radios } from '../../../ui/radios.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = coverage.strictness

/** Which gaps in coverage make a PASS impossible. */
export function CoverageRule() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((coverageStrictness: CoverageStrictness) =>
    configure({ coverageStrictness }),
  )
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {({ coverageStrictness }) => (
          <Radios
            label={messages.title}
            value={shown(coverageStrictness)}
            options={coverageStrictnesses.map((value) => ({ value, ...messages.options[value] }))}
            denialReason={denialReason}
            onChange={(to) => change(coverageStrictness, to, messages.changed)}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}
