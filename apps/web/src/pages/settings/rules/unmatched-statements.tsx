import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../messages/rules.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useUser } from '../use-user.ts'

const messages = rules.vex

/** More would not help to find the mistake. */
const maxShown = 200

interface Props {
  vexUuid: string
  name: string
  onClose: () => void
}

/** Why statements of a document apply to nothing yet. */
export function UnmatchedStatements({ vexUuid, name, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid, vexUuid }
  const statements = useQuery(query(api.vex.statements, { params }))
  return (
    <Dialog title={messages.unmatchedOf(name)} isOpen onOpenChange={onClose} isWide>
      <p className="m-0 text-soft">{messages.unmatchedText}</p>
      <SettingsQuery query={statements}>
        {(all) => {
          const reasons = all.flatMap(({ unmatched }) => unmatched ?? [])
          return (
            <>
              <ul className="m-0 pl-5 text-left [overflow-wrap:anywhere]">
                {reasons.slice(0, maxShown).map((reason, index) => (
                  // A document may repeat a statement.
                  // oxlint-disable-next-line react/no-array-index-key
                  <li key={index}>{reason}</li>
                ))}
              </ul>
              {reasons.length > maxShown && (
                <p className="m-0 text-soft">{messages.moreUnmatched(reasons.length - maxShown)}</p>
              )}
            </>
          )
        }}
      </SettingsQuery>
    </Dialog>
  )
}
