import { type Exclusion, exclusions } from '@assay/contract/exclusions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { rules } from '../../../texts/rules.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { cellLook, rowLook } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { account as texts } from '../../../texts/account.ts'
import { ActButton } from '../act-button.tsx'
import { ActsCell, Listing, NameCell } from '../listing.tsx'
import { Part } from '../part.tsx'
import { exclusionDomains, type SectionProps } from '../search.ts'
import { useAct } from '../use-act.ts'
import { useRefusal } from '../use-refusal.ts'
import { useUser } from '../use-user.ts'
import { useForeign } from './use-foreign.ts'
import { NewExclusion } from './new-exclusion.tsx'

const words = rules.exclusions
const { what, where, reason, by, since, until } = words.columns
const columns = [what, where, reason, by, since, until].map((title) => ({ title }))

export function Exclusions({ search, onSearch }: SectionProps) {
  const params = { accountUuid: useUser().account.uuid }
  const refusal = useRefusal()(exclusions.create)
  const domain = search.domain ?? 'security'
  const known = useQuery(query(api.exclusions.list, { params, query: { domain } }))
  const [isMaking, setMaking] = useState(false)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <>
          <Segments
            label={words.domain}
            value={domain}
            options={exclusionDomains.map((value) => ({ value, label: words.domains[value] }))}
            onChange={(chosen) => onSearch({ domain: chosen === 'security' ? undefined : chosen })}
          />
          <ActButton look="primary" refusal={refusal} onPress={() => setMaking(true)}>
            {words.add}
          </ActButton>
        </>
      }
    >
      <Listing label={words.title} query={known} columns={columns} none={words.none}>
        {(exclusion) => <Row key={exclusion.id} exclusion={exclusion} />}
      </Listing>
      {isMaking && <NewExclusion domain={domain} onClose={() => setMaking(false)} />}
    </Part>
  )
}

const targetOf = ({ cve, uuid, library, version }: Exclusion) => {
  if (!library) return cve ?? uuid ?? ''
  return `${library.language} ${library.name} ${version === '*' ? words.anyVersion : version}`
}

function Row({ exclusion }: { exclusion: Exclusion }) {
  const { id, domain, description, reason, createdAt, expiresAt } = exclusion
  const params = { accountUuid: useUser().account.uuid }
  const name = targetOf(exclusion)
  const foreign = useForeign(exclusion)
  const refusal = useRefusal()(exclusions.remove) ?? foreign
  const put = useAct<void>(() => {
    const { id: _id, domain: _domain, createdAt: _at, createdBy: _by, teamUuids: _teams, ...body } = exclusion
    return api.exclusions.create({ params, query: { domain }, body })
  })
  const remove = useAct<void>(async () => {
    await api.exclusions.remove({ params, query: { domain, id } })
    showAlert(words.removed(name), { label: texts.undo, run: () => put.mutate() })
  })
  if (remove.isPending) return null
  return (
    <tr className={rowLook}>
      <NameCell>{name}</NameCell>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        <ProjectName uuid={exclusion.projectUuid} />
      </td>
      <td className="min-w-40 px-3 py-1.5 [overflow-wrap:anywhere]">
        {words.reasons[reason]}
        {description !== '' && <div className="text-soft">{description}</div>}
      </td>
      <td className={cellLook}>
        <MemberName uuid={exclusion.createdBy} />
      </td>
      <td className={cellLook}>
        <When epochMs={createdAt} />
      </td>
      <td className={cellLook}>
        {expiresAt === null ? (
          <span className="text-soft">{words.forGood}</span>
        ) : (
          <When epochMs={expiresAt} />
        )}
      </td>
      <ActsCell
        acts={[{ text: words.remove, label: words.removeOf(name), refusal, run: () => remove.mutate() }]}
      />
    </tr>
  )
}

function ProjectName({ uuid }: { uuid: string | null }) {
  const params = { accountUuid: useUser().account.uuid }
  const projects = useQuery({ ...query(api.projects.list, { params }), enabled: uuid !== null })
  if (uuid === null) return words.everywhere
  return projects.data?.find((project) => project.uuid === uuid)?.name ?? words.unknown
}

/** Who is gone, or out of reach, has no name any more. */
function MemberName({ uuid }: { uuid: string }) {
  const params = { accountUuid: useUser().account.uuid }
  const members = useQuery(query(api.members.list, { params }))
  return members.data?.find((member) => member.uuid === uuid)?.email ?? words.unknown
}
