import './device.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { desk } from '#copy/desk.ts'
import { deskPath } from '../../booking/links.ts'
import { call, queryClient } from './api.ts'
import { ErrorMessage } from './errors.tsx'
import { dayRoute } from './navigation.tsx'
import { attempt, toldKey } from './session.ts'
import { todayNow, useNow } from './ui/hooks.ts'
import { CameMark, OpenMark } from './ui/icons.tsx'
import { showNotice } from './ui/notices.tsx'

const words = desk.device

/** Safari on an iPhone shows notifications only from the home screen. */
const isAppleAtHome = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches

/** Why this browser has no switch. */
function hindrance(): string | undefined {
  if (!('PushManager' in window && 'Notification' in window && navigator.serviceWorker))
    return isAppleAtHome() ? words.homeScreen : words.none
  return Notification.permission === 'denied' ? words.blocked : undefined
}

const registration = () => navigator.serviceWorker.getRegistration(deskPath)
const subscription = async () => (await (await registration())?.pushManager.getSubscription()) ?? null

async function switchOn(applicationServerKey: string): Promise<void> {
  // The next render says what to do.
  if ((await Notification.requestPermission()) !== 'granted') return
  // Created with another key, or by a session that ended.
  await (await subscription())?.unsubscribe()
  if (!(await registration())) throw new Error('The desk’s worker isn’t registered.')
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint = '', keys } = made.toJSON()
  await call('subscribe_device', { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' })
}

async function switchOff(): Promise<void> {
  await call('unsubscribe_device', {})
  attempt(() => localStorage.removeItem(toldKey))
  await (await subscription())?.unsubscribe()
}

const storedTold = () => attempt(() => localStorage.getItem(toldKey)) ?? null

/** This device also remembers whether it was on, because the server deletes one whose push service dropped it. */
async function deviceState(signal?: AbortSignal) {
  const [{ key, endpoint }, own] = await Promise.all([call('device', {}, signal), subscription()])
  const isOn = own !== null && own.endpoint === endpoint
  if (isOn) attempt(() => localStorage.setItem(toldKey, 'told'))
  return { key, isOn, hasEnded: !isOn && storedTold() !== null }
}

/** Announces once, when the desk opens, that notifications have ended, because no notification can. */
export async function showNoticeIfEnded(): Promise<void> {
  if (storedTold() !== 'told' || !(await deviceState()).hasEnded) return
  const open = () => {
    location.hash = `${dayRoute(todayNow())}/more`
  }
  if (showNotice({ title: words.endedTitle, text: words.endedNotice, isError: true, open, yields: true }))
    attempt(() => localStorage.setItem(toldKey, 'said'))
}

const Title = ({ text }: { text: string }) => (
  <span>
    <b>{words.title}</b> <span className="hint">{text}</span>
  </span>
)

function Switch() {
  const known = useQuery({
    queryKey: ['device'],
    queryFn: ({ signal }) => deviceState(signal),
  })
  const { key, isOn = false, hasEnded = false } = known.data ?? {}
  const change = useMutation({
    mutationFn: () => (isOn ? switchOff() : switchOn(key ?? '')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['device'] }),
  })
  // On staging.
  if (key === null) return null
  const isBusy = key === undefined || change.isPending
  return (
    <>
      <button
        type="button"
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-disabled={isBusy || undefined}
        onClick={() => isBusy || change.mutate()}
      >
        <Title text={hasEnded ? words.ended : words.text} />
        <span className="switch-state">
          {isOn ? <CameMark /> : <OpenMark />}
          <span aria-hidden="true">{isOn ? words.on : words.off}</span>
        </span>
      </button>
      <ErrorMessage error={change.error ?? known.error} />
    </>
  )
}

/** Off at first, and off again once the session ends. */
export function DeviceSwitch() {
  // Rerenders when the owner comes back from the browser's settings.
  useNow()
  const why = hindrance()
  if (!why) return <Switch />
  return (
    <p className="switch">
      <Title text={why} />
    </p>
  )
}
