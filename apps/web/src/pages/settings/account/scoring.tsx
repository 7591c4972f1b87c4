import { accounts, type Configuration } from '@assay/contract/accounts.ts'
import { account } from '../../../texts/account.ts'
import { Radios } from '../../../ui/radios.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useRefusal } from '../use-refusal.ts'
import { useUndoable } from '../use-undoable.ts'
import { useConfiguration } from './use-configuration.ts'

const words = account.scoring
type Mode = Configuration['securityScoring']
const modes = ['cvss', 'severity'] as const satisfies Mode[]

export function Scoring() {
  const { known, configure } = useConfiguration()
  const { change, shown } = useUndoable((securityScoring: Mode) => configure({ securityScoring }))
  const refusal = useRefusal()(accounts.configure)
  return (
    <Part title={words.title} lead={words.lead}>
      <Known query={known}>
        {({ securityScoring }) => (
          <Radios
            label={words.title}
            value={shown(securityScoring)}
            options={modes.map((value) => ({ value, ...words.modes[value] }))}
            refusal={refusal}
            onChange={(to) => change(securityScoring, to, words.changed)}
          />
        )}
      </Known>
    </Part>
  )
}
