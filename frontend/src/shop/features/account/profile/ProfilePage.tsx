import { formatDate } from "~/common/lib/time/dates"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate, useParams } from "react-router-dom"
import * as v from "valibot"
import { linkMembershipMutation, membershipQuery, updateProfileMutation } from "~/shop/queries/users"
import type { Membership, UserInfo } from "~/common/api/types"
import { anyEmail, emailInput } from "~/shop/features/account/fields"
import { MailedCodeField } from "~/shop/features/account/ProofField"
import { SecondFactor } from "~/shop/features/account/twoStep/TwoStep"
import { Page } from "~/shop/layout/Page"
import NotFound from "~/shop/layout/NotFound"
import { paths } from "~/shop/paths"
import { today } from "~/common/lib/time/wallClock"
import { NextUp } from "~/shop/shared/nextUp/NextUp"
import { profileQuery, session, useUser } from "~/shop/state/session"
import { whoChanged } from "~/shop/shared/lastChanges"
import { useLive } from "~/shop/shared/useLive"
import { Notice } from "~/common/ui/feedback/Notice"
import { Loaded, Skeleton } from "~/common/ui/feedback/States"
import { CheckboxField, TextField } from "~/common/ui/forms/Field"
import { Form, SubmitButton, useForm } from "~/common/ui/forms/Form"
import { requiredText } from "~/common/ui/forms/rules"
import { notify } from "~/common/ui/overlays/notify"
import { YourAccount } from "./YourAccount"
import { YourOrders } from "./YourOrders"
import { YourSessions } from "./YourSessions"

/** The user's own profile; other profiles are not found. */
export default function ProfilePage() {
  const { id } = useParams()
  const user = useUser()
  if (!user || user._id !== id) return <NotFound />
  if (user.mustSetUpSecondFactor) return <OnlySecondFactor user={user} />
  return (
    <>
      <NextUp />
      <Page title="Profile" heading={`Welcome, ${user.firstName}.`}>
        <div className="group grid gap-10 lg:grid-cols-12">
          <div className="max-lg:max-w-form lg:col-span-7">
            <YourOrders />
          </div>
          {/* On phones, this is below the orders and hidden until they have loaded, to avoid a layout shift. */}
          <div className="grid max-w-form content-start gap-8 max-lg:group-has-data-waiting:invisible lg:col-span-5">
            <YourDetails />
            <YourMembership />
            {user.isAdmin && <SecondFactor />}
            <YourSessions />
            <YourAccount />
          </div>
        </div>
      </Page>
    </>
  )
}

/** For staff who must set up two-step verification before the server accepts other requests. */
function OnlySecondFactor({ user }: { user: UserInfo }) {
  return (
    <Page title="Two-step verification" heading={`Welcome, ${user.firstName}.`} narrow>
      <div className="grid gap-5">
        <Notice look="warning">Staff must use two-step verification. Set it up to continue.</Notice>
        <SecondFactor />
      </div>
    </Page>
  )
}

function YourDetails() {
  const profile = useQuery(profileQuery())
  return (
    <section aria-labelledby="your-details" className="grid gap-4">
      <h2 id="your-details">Your details</h2>
      <Loaded query={profile} what="your profile" loading={<FormSkeleton />}>
        {(loaded) => <ProfileForm profile={loaded} />}
      </Loaded>
    </section>
  )
}

function FormSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-18" />
      <Skeleton className="h-tap" />
      <Skeleton className="h-tap" />
    </div>
  )
}

// As on all edit forms, the form only validates the email, and the server validates the rest.
const schema = v.object({
  firstName: v.string(),
  lastName: v.string(),
  email: anyEmail,
  emailCode: v.string(),
  reminders: v.boolean(),
  salesEmails: v.boolean(),
})

// The server names `reminders` only while they are off, and `salesEmails` while they are on.
const fieldsOf = ({ firstName, lastName, email, reminders = true, salesEmails = false }: UserInfo) => ({
  firstName,
  lastName,
  email,
  emailCode: "",
  reminders,
  salesEmails,
})

function ProfileForm({ profile }: { profile: UserInfo }) {
  const update = useMutation(updateProfileMutation)
  useLive("User")
  const navigate = useNavigate()
  const form = useForm({
    name: "profile",
    schema,
    values: fieldsOf(profile),
    edits: { groups: [["firstName", "lastName", "email"]], whoChanged: whoChanged("user", profile._id) },
    save: async (_, changes) => {
      session.setUser(await update.mutateAsync(changes))
      void navigate(paths.home())
      notify.success("User updated!")
    },
  })
  return (
    <Form form={form} aria-label="Profile">
      <TextField label="First Name" autoComplete="given-name" {...form.field("firstName")} />
      <TextField label="Last Name" optional autoComplete="family-name" {...form.field("lastName")} />
      <TextField label="Email Address" {...emailInput} {...form.field("email")} />
      {profile.hasPassword === false && form.hook.formState.dirtyFields.email && (
        <MailedCodeField {...form.field("emailCode")} />
      )}
      <CheckboxField
        label="Remind me by email the day before a date"
        hint="We also thank you by email the morning after."
        {...form.field("reminders")}
      />
      {profile.isAdmin && (
        <CheckboxField
          label="Email me each morning what was sold the day before"
          hint="With what needs a decision. On days without sales, nothing."
          {...form.field("salesEmails")}
        />
      )}
      <SubmitButton form={form} needsConnection busyText="Updating…">
        Update
      </SubmitButton>
    </Form>
  )
}

const membershipSchema = v.object({
  number: requiredText("Enter your membership number."),
})

/** The club's membership, for member prices: its number, or a field to enter it once. */
function YourMembership() {
  const query = useQuery(membershipQuery())
  return (
    <section aria-labelledby="your-membership" className="grid gap-3">
      <h2 id="your-membership">Membership</h2>
      <Loaded query={query} what="your membership" loading={<Skeleton className="h-36" />}>
        {({ membership }) => (
          <>
            {membership && <Linked {...membership} />}
            {(!membership || membership.validUntil < today()) && <EnterNumber />}
          </>
        )}
      </Loaded>
    </section>
  )
}

function Linked({ number, validUntil }: Membership) {
  const name = <code className="font-semibold">{number}</code>
  const day = formatDate(validUntil)
  return validUntil < today() ? (
    <p>
      Number {name} ended on {day}.
    </p>
  ) : (
    <p>
      Number {name}, valid until {day}. You pay the member price where there is one.
    </p>
  )
}

function EnterNumber() {
  const link = useMutation(linkMembershipMutation)
  const form = useForm({
    name: "membership",
    schema: membershipSchema,
    values: { number: "" },
    save: async ({ number }) => {
      await link.mutateAsync(number)
      notify.success("Your membership is saved.")
    },
  })
  return (
    <Form form={form} aria-label="Membership" className="grid gap-3">
      <TextField
        label="Membership number"
        hint="For members of the club. Its list of members must have your email address."
        autoComplete="off"
        {...form.field("number")}
      />
      <SubmitButton form={form} needsConnection look="secondary" className="justify-self-start">
        Save number
      </SubmitButton>
    </Form>
  )
}
