import { type SecurityScoring, securityScorings } from '@assay/engine/vocabulary.ts'
import { accounts } from '@assay/contract/accounts.ts'
import { account } from '../../../messages/account.ts'
import { Radios } from '../../../ui/radios.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = account.scoring

export function Scoring() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((securityScoring: SecurityScoring) => configure({ securityScoring }))
  const denialReason = useDenialReason()(accounts.configure)
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {({ securityScoring }) => (
          <Radios
            label={messages.title}
            value={shown(securityScoring)}
            options={securityScorings.map((value) => ({ value, ...messages.modes[value] }))}
            denialReason={denialReason}
            onChange={(to) => change(securityScoring, to, messages.changed)}
          />
        )}
      </SettingsQuery>
    </Section>
  )
}
