import { type VexEffect, vexEffects } from '@assay/engine/vocabulary.ts'
import { accounts } from '@assay/contract/accounts.ts'
import { account } from '../../../messages/account.ts'
import { Radios } from '../../../ui/radios.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = account.vex

export function VexRule() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((vexEffect: VexEffect) => configure({ vexEffect }))
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {({ vexEffect }) => (
          <Radios
            label={messages.title}
            value={shown(vexEffect)}
            options={vexEffects.map((value) => ({ value, ...messages.effects[value] }))}
            denialReason={denialReason}
            onChange={(to) => change(vexEffect, to, messages.changed)}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}
