import { formatDate } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import clsx from "clsx"
import { CalendarX, Plus, Unlink, Upload } from "lucide-react"
import { Link } from "~/common/ui/layout/Link"
import * as v from "valibot"
import { addMemberMutation, endMemberMutation, membersQuery, unlinkMemberMutation } from "~/shop/queries/staff/members"
import type { Member } from "~/common/api/types"
import { cut, MailLink, rowLink } from "~/shop/features/admin/table/cells"
import type { Column } from "~/shop/features/admin/table/Table"
import { AdminRows, listPage, ListSearch } from "~/shop/features/admin/table/Rows"
import {
  listParams,
  type Sort,
  useFocusAfterRemoval,
  useFromList,
  useListState,
} from "~/shop/features/admin/table/listState"
import { Page } from "~/shop/layout/Page"
import { seen } from "~/common/lib/changes"
import { fullName } from "~/common/lib/text"
import { paths } from "~/shop/paths"
import { today } from "~/common/lib/time/wallClock"
import { Badge } from "~/common/ui/feedback/Badge"
import { EmptyState } from "~/common/ui/feedback/States"
import { TextField } from "~/common/ui/forms/Field"
import { Form, FormButtons, useForm } from "~/common/ui/forms/Form"
import { emailCheck, requiredText } from "~/common/ui/forms/rules"
import { ConfirmButton, DialogButton } from "~/common/ui/overlays/DialogButton"
import { MenuAction, MoreMenu } from "~/common/ui/overlays/MoreMenu"
import { notify } from "~/common/ui/overlays/notify"
import { Import } from "./Import"

/** The club's members, whom some seats cost less: /admin/members and /admin/members/:n. */
export default listPage(Members)

function Members() {
  const state = useListState("members", memberColumns, { sort: byNumber })
  const members = useQuery(membersQuery(listParams(state)))
  const { top, onRowRemoved } = useFocusAfterRemoval(members.data)
  const buttons = (
    <div className="flex flex-wrap gap-3">
      <DialogButton look="secondary" title="Import members" wide content={(close) => <Import onClose={close} />}>
        <Upload aria-hidden size={18} />
        Import
      </DialogButton>
      <DialogButton title="Add member" content={(close) => <AddForm onClose={close} />}>
        <Plus aria-hidden size={18} />
        Add member
      </DialogButton>
    </div>
  )
  const nothing = !state.isNarrowed && members.data?.total === 0
  return (
    <Page title="Members" beside={buttons}>
      {!nothing && (
        <div ref={top} tabIndex={-1} className="mb-5 max-w-form">
          <ListSearch label="Search by number, email or name" state={state} />
        </div>
      )}
      <AdminRows
        query={members}
        noun="member"
        rowsOf={(list) => list.members}
        columns={memberColumns}
        rowKey={(member) => member.number}
        actions={(member) => <MemberActions member={member} onDone={onRowRemoved} />}
        state={state}
        empty={<EmptyState>No members yet.</EmptyState>}
      />
    </Page>
  )
}

interface MemberActionsProps {
  member: Member
  /** Called after the focused button was removed from the row. */
  onDone: () => void
}

/** Unlinks a membership from its account, or ends it; both ask first. */
function MemberActions({ member, onDone }: MemberActionsProps) {
  const { number, email, user } = member
  const shown = { number, ...seen(member, "email", "validUntil", "user") }
  const who = user ? fullName(user) : email || "The member"
  const unlinking = useMutation(unlinkMemberMutation)
  const ending = useMutation(endMemberMutation)
  if (!user && member.validUntil < today()) return null
  return (
    <MoreMenu of={number}>
      {user && (
        <ConfirmButton
          opener={(open) => <MenuAction icon={Unlink} label="Unlink" of={number} onClick={open} />}
          title={`Unlink ${number} from its account?`}
          body={`${who} pays list prices from now on. An account with the member's email address can enter the number again.`}
          action="Unlink"
          busyText="Unlinking…"
          onConfirm={() => unlinking.mutateAsync(shown).then(onDone)}
          done={`${number} is unlinked.`}
        />
      )}
      {member.validUntil >= today() && (
        <ConfirmButton
          opener={(open) => <MenuAction icon={CalendarX} label="End" of={number} removes onClick={open} />}
          title={`End the membership ${number}?`}
          body={`${who} pays list prices from now on. Paid orders stay as they are. An import with a later day brings the membership back.`}
          action="End membership"
          busyText="Ending…"
          danger
          onConfirm={() => ending.mutateAsync(shown).then(onDone)}
          done={`${number} has ended.`}
        />
      )}
    </MoreMenu>
  )
}

const memberColumns: readonly Column<Member>[] = [
  {
    label: "Number",
    field: "number",
    names: true,
    className: "[overflow-wrap:anywhere]",
    cell: ({ number }) => <code>{number}</code>,
  },
  { label: "Name", cell: ({ user }) => (user ? <Account user={user} /> : <Nothing>No account yet</Nothing>) },
  {
    label: "Email",
    field: "email",
    cell: ({ email }) =>
      email ? <MailLink email={email} className={clsx(rowLink, cut, "xl:max-w-80")} /> : <Nothing>None left</Nothing>,
  },
  {
    label: "Valid until",
    field: "validUntil",
    className: "count",
    cell: ({ validUntil }) => (
      <>
        {formatDate(validUntil)}
        {validUntil < today() && <Badge className="ml-2">Ended</Badge>}
      </>
    ),
  },
]

/** The API's default order. */
const byNumber: Sort = { field: "number", order: "asc" }

const Nothing = ({ children }: { children: string }) => <span className="font-normal text-ink-2">{children}</span>

/** The account that pays the member price. */
function Account({ user }: { user: NonNullable<Member["user"]> }) {
  const state = useFromList()
  return (
    <Link
      to={paths.adminUser(user._id)}
      state={state}
      title={fullName(user)}
      className={clsx(rowLink, cut, "xl:max-w-60")}
    >
      {fullName(user)}
    </Link>
  )
}

const schema = v.object({
  number: requiredText("Enter the member's number."),
  email: v.pipe(v.string(), v.trim(), v.nonEmpty("Enter the member's email address."), emailCheck),
  validUntil: v.pipe(v.string(), v.nonEmpty("Choose the last day.")),
})

/** Adds a member. The server checks the number, as it does in an import. */
function AddForm({ onClose }: { onClose: () => void }) {
  const add = useMutation(addMemberMutation)
  const form = useForm({
    name: "member",
    schema,
    values: { number: "", email: "", validUntil: "" },
    save: async (member) => {
      const { number } = await add.mutateAsync(member)
      notify.success(`${number} is a member now.`)
      onClose()
    },
  })
  return (
    <Form form={form}>
      <TextField label="Number" autoComplete="off" spellCheck={false} maxLength={32} {...form.field("number")} />
      <TextField
        label="Email Address"
        hint="With it and the number, the member's account is linked."
        type="email"
        autoComplete="off"
        {...form.field("email")}
      />
      <TextField label="Valid until" hint="The last day." type="date" {...form.field("validUntil")} />
      <FormButtons form={form} onCancel={onClose} busyText="Adding…">
        Add
      </FormButtons>
    </Form>
  )
}
