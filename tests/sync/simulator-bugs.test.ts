import { plantedInFiles } from './simulator/many-files.ts';
import { plantedBugs } from './simulator/planted-bugs.ts';
import { plantedInMessages } from './simulator/planted-messages.ts';
import { findsBugs, openHarness } from './simulator/share.ts';

findsBugs(openHarness('pglite'), { ...plantedBugs, ...plantedInFiles, ...plantedInMessages });
