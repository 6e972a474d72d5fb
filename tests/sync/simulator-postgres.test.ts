import { plantedInServer } from './simulator/planted-bugs.ts';
import { FIRST_SEED, findsBugs, keepsEveryPromise, openHarness, SCHEDULES } from './simulator/share.ts';

const harness = openHarness('postgres');

keepsEveryPromise(harness, 'postgres', FIRST_SEED, Math.max(20, Math.ceil(SCHEDULES / 100)));
findsBugs(harness, plantedInServer);
