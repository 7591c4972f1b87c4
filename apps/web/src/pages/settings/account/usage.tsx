import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { useMay } from '../../../parts/use-may.ts'
import { account } from '../../../texts/account.ts'
import { formatNumber } from '../../../ui/format.ts'
import { Facts } from '../facts.tsx'
import { Known } from '../known.tsx'
import { Part } from '../part.tsx'
import { useUser } from '../use-user.ts'

const words = account.usage
const counted = ['members', 'teams', 'projects', 'scans'] as const

export function Usage() {
  const params = { accountUuid: useUser().account.uuid }
  const may = useMay()
  const tokens = useQuery(query(api.accounts.paygTokens, { params }))
  const sums = useQuery({ ...query(api.catalogues.siteStats, {}), enabled: may('configuration.read') })
  return (
    <Part title={words.title}>
      <Known query={tokens}>
        {(left) => (
          <Facts
            facts={[
              [words.tokens, left],
              ...(sums.data
                ? counted.map((name) => [words.facts[name], formatNumber(sums.data[name])] as const)
                : []),
            ]}
          />
        )}
      </Known>
    </Part>
  )
}
