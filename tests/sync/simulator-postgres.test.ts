import { plantedInServer } from './simulator/planted-bugs.ts';
import { FIRST_SEED, findsBugs, keepsEveryPromise, openTown, SCHEDULES } from './simulator/share.ts';

const town = openTown('postgres');

keepsEveryPromise(town, 'postgres', FIRST_SEED, Math.max(20, Math.ceil(SCHEDULES / 100)));
findsBugs(town, plantedInServer);
